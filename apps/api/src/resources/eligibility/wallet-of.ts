import type { WalletFamily } from '@droptrack/catalogue';
import { acceptedFamilies, InvalidWalletError, invalidWalletFor, isHex32, type Wallet } from '@droptrack/eligibility';
import { DomainError } from '../../platform/errors/domain-error';
import type { WalletParser } from './wallet-parser';

/** A wallet in a body. */
interface WalletText {
  readonly text: string;
  /** JSON pointer of the check in the body; `#` when not given. */
  readonly at?: string;
}

/**
 * Parses the wallet of a check.
 *
 * @param familiesOf - wallet families that the drop accepts; null if unknown. Called only for an invalid wallet, whose
 *   message contains them, and for one that has the form of a private key.
 * @throws {DomainError} `invalid_wallet`, with a message that does not contain the text.
 */
export async function walletOf(
  parser: WalletParser,
  { text, at = '#' }: WalletText,
  familiesOf: () => Promise<readonly WalletFamily[] | null>,
): Promise<Wallet> {
  const read = walletOrError(parser, text);
  if (!(read instanceof InvalidWalletError) && !isHex32(read)) return read;
  const families = await familiesOf();
  const error = mayBeKey(read, families) ? new InvalidWalletError('hash_or_key') : read;
  if (!(error instanceof InvalidWalletError)) return error;
  throw invalidWallet(families === null ? error : invalidWalletFor(error, families), `${at}/wallet`);
}

function walletOrError(parser: WalletParser, text: string): Wallet | InvalidWalletError {
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof InvalidWalletError) return error;
    throw error;
  }
}

/**
 * True for `0x` and 64 hex digits if no family of the drop has such addresses: they are more likely a private key than a wallet of another
 * family, and no response repeats them.
 */
function mayBeKey(read: Wallet | InvalidWalletError, families: readonly WalletFamily[] | null): boolean {
  if (families === null) return false;
  if (read instanceof InvalidWalletError) return read.reason === 'starknet_checksum' && !families.includes('starknet');
  return isHex32(read) && acceptedFamilies(read, families).length === 0;
}

/**
 * Error for an invalid wallet; its message does not contain the text.
 *
 * @param pointer - JSON pointer of the wallet in the body.
 */
export function invalidWallet({ reason: code, message: detail }: InvalidWalletError, pointer = '#/wallet') {
  return new DomainError('invalid_wallet', detail, { errors: [{ pointer, code, detail }] });
}
