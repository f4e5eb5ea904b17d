import type { WalletFamily } from '@droptrack/catalogue';
import { InvalidWalletError, invalidWalletFor, parseWallet, type Wallet } from '@droptrack/eligibility';
import { DomainError } from '../../platform/errors/domain-error';

/**
 * Parses the wallet of a check.
 *
 * @param familiesOf - wallet families that the drop accepts; null if unknown. Called only for an invalid wallet, whose
 *   message contains them.
 * @param at - JSON pointer of the check in the body.
 * @throws {DomainError} `invalid_wallet`, with a message that does not contain the text.
 */
export async function walletOf(
  text: string,
  familiesOf: () => Promise<readonly WalletFamily[] | null>,
  at = '#',
): Promise<Wallet> {
  try {
    return parseWallet(text);
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
