import { WALLET_LENGTH_MAX } from '@droptrack/contracts';
import {
  ApiError,
  AuthenticationError,
  DroptrackError,
  NotFoundError,
  PlanRequiredError,
  type Problem,
  RateLimitError,
} from '@droptrack/sdk';
import { FAILURE_SENTENCES, failureOf } from '../../api/api-failure';
import type { ComponentChildren } from 'preact';
import { SECRET_PROBLEMS } from './secret-problems';

/** Cause for which a check has no result, with a remedy. */
export interface CheckProblem {
  readonly status: number;
  /** Field to correct; null if the input is not the cause. */
  readonly field: 'wallet' | 'drop' | null;
  /** One sentence. */
  readonly title: string;
  readonly remedy: ComponentChildren;
  readonly retryAfterSeconds?: number;
  /** True if a field may contain a secret, which the page does not repeat. */
  readonly isSecret?: boolean;
}

const ADDRESS =
  'an EVM address (0x and 40 hex digits), a Solana address (base58, 32 to 44 characters), a Starknet, Sui, Aptos or ' +
  'Movement address (0x and 64 hex digits), a Cosmos address (such as cosmos1…), a TON address or a Bitcoin address';

/** Problems of a form. No text of them contains a field. */
export const CHECK_PROBLEMS = {
  noWallet: input('wallet', 'Enter a wallet', `Paste ${ADDRESS}.`),
  longWallet: input(
    'wallet',
    `The text is longer than ${WALLET_LENGTH_MAX} characters, so it is not a wallet address`,
    `Paste ${ADDRESS}, and nothing else. Never paste a private key or a recovery phrase into any site.`,
  ),
  walletName: input(
    'wallet',
    'This is a name, not an address',
    'Names such as name.eth are not looked up: that would reveal to the operator of a name service which wallet you check. Open the name in your wallet, and paste the address that it belongs to.',
  ),
  checksum: input(
    'wallet',
    'The checksum of this address is wrong, so a character may be mistyped',
    'In an address with upper-case and lower-case letters, the case of the letters is a checksum. It was not corrected here, because the result could be the wallet of another person. Copy the address again from your wallet, and paste it whole. If the copy still fails, write it in lower case, which has no checksum, and compare every character.',
  ),
  cosmosChecksum: input(
    'wallet',
    'The checksum of this address is wrong, so a character may be mistyped',
    'It was not corrected here, because the result could be the wallet of another person. Copy the address again from your wallet, and paste it whole.',
  ),
  walletAsDrop: input(
    'drop',
    'This is a wallet, not a drop',
    'Paste the wallet into the field above, and choose a drop here or leave the field empty.',
  ),
  unknownDrop: input(
    'drop',
    'No drop has this name',
    <>
      Choose a drop that the field suggests, or take its id from the address of its page. <a href="/">All drops</a>
    </>,
    404,
  ),
  archivedDrop: input(
    'drop',
    'This drop is no longer tracked',
    <>
      Its list cannot be checked any more. <a href="/">All current drops</a>
    </>,
    410,
  ),
} as const satisfies Record<string, CheckProblem>;

function input(
  field: 'wallet' | 'drop',
  title: string,
  remedy: ComponentChildren,
  status = 422,
): CheckProblem & { readonly status: number } {
  return { status, field, title, remedy };
}

/** The problem of an error of the API. Other errors are thrown again. */
export function problemOf(error: unknown): CheckProblem {
  if (error instanceof PlanRequiredError) return planProblem(error);
  if (error instanceof RateLimitError) return limitProblem(error.retryAfterSeconds ?? 60);
  if (error instanceof NotFoundError) return CHECK_PROBLEMS.unknownDrop;
  if (error instanceof AuthenticationError) {
    return service('The API rejects the key of this explorer', 'Its operator must renew EXPLORER_API_KEY.', 60);
  }
  if (error instanceof ApiError && error.code === 'drop_archived') return CHECK_PROBLEMS.archivedDrop;
  if (error instanceof ApiError && error.code === 'invalid_wallet') return walletProblem(error);
  if (error instanceof DroptrackError) {
    return service(
      `${FAILURE_SENTENCES[failureOf(error)]}, so the wallet was not checked`,
      'Send the form again in a few seconds.',
      5,
    );
  }
  throw error;
}

/** The problem of a wallet that the API rejects. Its explanation never contains the wallet. */
export function walletProblem({ errors, detail }: Pick<Problem, 'errors' | 'detail'> | ApiError): CheckProblem {
  switch (errors[0]?.code) {
    case 'evm_checksum':
    case 'starknet_checksum':
      return CHECK_PROBLEMS.checksum;
    case 'bech32_checksum':
      return CHECK_PROBLEMS.cosmosChecksum;
    case 'hash_or_key':
    case 'recovery_phrase':
      return SECRET_PROBLEMS[errors[0].code];
  }
  return input('wallet', 'This is not the address of a wallet that can be checked', `${detail.replace(/\.$/, '')}.`);
}

function planProblem({ requiredPlan, currentPlan }: PlanRequiredError): CheckProblem {
  return service(
    'This explorer cannot check wallets',
    <>
      For its operator: checks require the plan <code>{requiredPlan ?? 'pro'}</code>, and the key of the explorer has
      the plan <code>{currentPlan ?? 'free'}</code>. Issue another with{' '}
      <code>droptrack keys issue --plan scale --label explorer</code> and set it as <code>EXPLORER_API_KEY</code>.
    </>,
    3_600,
  );
}

const limitProblem = (retryAfterSeconds: number): CheckProblem => ({
  status: 429,
  field: null,
  title: 'Too many checks at the moment',
  remedy: `Nothing was checked. Send the form again in ${retryAfterSeconds} s.`,
  retryAfterSeconds,
});

const service = (title: string, remedy: ComponentChildren, retryAfterSeconds: number): CheckProblem => ({
  status: 503,
  field: null,
  title,
  remedy,
  retryAfterSeconds,
});
