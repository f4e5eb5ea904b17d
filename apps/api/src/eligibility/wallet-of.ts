import { InvalidWalletError, parseWallet, type Wallet } from '@droptrack/eligibility';
import { DomainError } from '../errors/domain-error';

/**
 * The wallet that a check names.
 *
 * @param at - where the check stands in the body.
 * @throws {DomainError} `invalid_wallet`, with a sentence that does not repeat the text.
 */
export function walletOf(text: string, at = '#'): Wallet {
  try {
    return parseWallet(text);
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    throw invalidWallet(error, at);
  }
}

/** The refusal of a text that is no wallet; its sentences do not repeat it. */
export function invalidWallet({ reason: code, message: detail }: InvalidWalletError, at = '#'): DomainError {
  return new DomainError('invalid_wallet', detail, { errors: [{ pointer: `${at}/wallet`, code, detail }] });
}
