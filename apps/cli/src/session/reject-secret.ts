import type { DropExplanation } from '@droptrack/sdk';
import { hasDigitsOfKey, isKeyFor, readWallet } from '@droptrack/eligibility';
import { type SecretReason, secretReason } from '@droptrack/eligibility/secrets';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/** Rejects what may be a secret before it is sent. An address of 32 bytes has the digits of a key: see {@link rejectKey}. */
export function rejectSecret(wallet: string): void {
  const secret = secretReason(wallet);
  if (secret !== null && typeof readWallet(wallet) === 'string') throw secretError(secret);
}

/** Rejects the digits of a key before they are sent, unless the drop accepts wallets of this form. */
export async function rejectKey(
  wallet: string,
  explainDrop: () => PromiseLike<Pick<DropExplanation, 'wallets'>>,
): Promise<void> {
  if (hasDigitsOfKey(wallet) && isKeyFor(wallet, (await explainDrop()).wallets)) throw secretError('hash_or_key');
}

/** @param more - further sentence, without a full stop. */
export const secretError = (reason: SecretReason, more = ''): CliError =>
  new CliError(INVALID_ARGUMENT, `${SECRET_SENTENCES[reason]}${more === '' ? '' : `. ${more}`}`);

const SECRET_SENTENCES: Readonly<Record<SecretReason, string>> = {
  recovery_phrase:
    'This is a recovery phrase, not an address. It was sent to no server, but it is on your screen and in the history of your ' +
    'shell: delete it there, and move everything that it controls to a wallet with a new phrase if others can read them',
  hash_or_key:
    'This has the form of a private key or of a transaction id, not of an address. It was sent to no server. If it is a ' +
    'private key, delete it from the history of your shell, and use a new wallet if others can read it',
};
