import type { SecretReason } from '@droptrack/eligibility/secrets';
import type { ComponentChildren } from 'preact';
import type { CheckProblem } from './check-problems';

const secret = (title: string, remedy: ComponentChildren): CheckProblem => ({
  status: 422,
  field: 'wallet',
  title,
  remedy,
  isSecret: true,
});

const HAPPENED =
  'Your browser sent it to this site, which has discarded it: it is not on this page, not stored, not logged, and was not passed on.';

/** Problems of texts that may give control of a wallet. */
export const SECRET_PROBLEMS: Readonly<Record<SecretReason, CheckProblem>> = {
  recovery_phrase: secret(
    'This is a recovery phrase, which gives control of all its wallets',
    <>
      {HAPPENED} Still treat it as known to others: create a wallet with a new phrase, and move everything to it now. No
      check of a drop needs a phrase; paste only the address of the wallet.
    </>,
  ),
  hash_or_key: secret(
    'This may be a private key, and is not an address of this drop',
    <>
      {HAPPENED} The id of a transaction looks the same. If it was a private key, treat it as known to others: move
      everything that it controls to a new wallet now. No check of a drop needs a key; paste only the address of the
      wallet.
    </>,
  ),
};
