import { recipientFault } from '@droptrack/claim-calls';
import type { ClaimDistributor } from '@droptrack/contracts';
import { InvalidWalletError, type Wallet } from '@droptrack/eligibility';
import type { DomainError } from '../../platform/errors/domain-error';
import { bodyRejection } from '../../platform/input/check-body';
import { invalidWallet } from '../eligibility/wallet-of';
import type { WalletParser } from '../eligibility/wallet-parser';

/** An address in a body. */
interface AddressOf {
  /** Wallet of the claim, whose chain the address must be of. */
  readonly wallet: Wallet;
  readonly pointer: string;
}

/**
 * Address of a body in lower case; on Solana as given. Null if it is absent.
 *
 * @throws {DomainError} `invalid_wallet`; `validation_failed` for an address of another family. No message contains it.
 */
export function addressOf(
  parser: WalletParser,
  text: string | undefined,
  { wallet, pointer }: AddressOf,
): string | null {
  if (text === undefined) return null;
  const { type, address } = parsed(parser, text, pointer);
  if (type !== wallet.type)
    throw rejected(pointer, 'wallet_type', 'must be an address of the same family as the wallet');
  return type === 'evm' ? address.toLowerCase() : address;
}

function parsed(parser: WalletParser, text: string, pointer: string): Wallet {
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof InvalidWalletError) throw invalidWallet(error, pointer);
    throw error;
  }
}

const DETAILS = {
  zero_address: 'must not be the zero address',
  token_contract: 'must not be the contract of the token',
  distributor: 'must not be the distributor',
} as const;

/**
 * Rejects recipients that lose the tokens.
 *
 * @throws {DomainError} `validation_failed` for the zero address, the token and the distributor.
 */
export function assertRecipient(to: string | null, distributor: ClaimDistributor | null, pointer: string): void {
  const code = recipientFault(to, distributor);
  if (code !== null) throw rejected(pointer, code, DETAILS[code]);
}

const rejected = (pointer: string, code: string, detail: string): DomainError =>
  bodyRejection([{ pointer, code, detail }]);
