import type { WalletFamily } from '@droptrack/catalogue';
import { InvalidWalletError, invalidWalletFor, type Wallet } from '@droptrack/eligibility';
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
 *   message contains them.
 * @throws {DomainError} `invalid_wallet`, with a message that does not contain the text.
 */
export async function walletOf(
  parser: WalletParser,
  { text, at = '#' }: WalletText,
  familiesOf: () => Promise<readonly WalletFamily[] | null>,
): Promise<Wallet> {
  try {
    return parser.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    const families = await familiesOf();
    throw invalidWallet(families === null ? error : invalidWalletFor(error, families), `${at}/wallet`);
  }
}

/**
 * Error for an invalid wallet; its message does not contain the text.
 *
 * @param pointer - JSON pointer of the wallet in the body.
 */
export function invalidWallet({ reason: code, message: detail }: InvalidWalletError, pointer = '#/wallet') {
  return new DomainError('invalid_wallet', detail, { errors: [{ pointer, code, detail }] });
}
