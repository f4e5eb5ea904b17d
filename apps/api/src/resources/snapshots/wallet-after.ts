import { InvalidWalletError, parseWallet } from '@droptrack/eligibility';
import { DomainError } from '../../platform/errors/domain-error';

/**
 * The bytes of the wallet that a transfer goes on behind; it need not be in the list.
 *
 * @throws {DomainError} `invalid_parameter`, with a sentence that does not repeat the text.
 */
export function walletAfter(text: string): Uint8Array {
  try {
    return parseWallet(text).bytes;
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    throw new DomainError('invalid_parameter', `after is not a wallet address. ${error.message}`, {
      errors: [{ parameter: 'after', code: error.reason, detail: error.message }],
    });
  }
}
