import type { WalletFamily } from '@droptrack/catalogue';
import { InvalidWalletError, invalidWalletFor, parseWallet, type Wallet } from '@droptrack/eligibility';
import { DomainError } from '../../platform/errors/domain-error';

/**
 * The wallet that a check names.
 *
 * @param familiesOf - families that the check's drop accepts; null while unknown, as of a drop that does not exist. Read
 *   for an invalid wallet only: its sentence names them.
 * @param at - JSON pointer of the check in the body.
 * @throws {DomainError} `invalid_wallet`, with a sentence that does not repeat the text.
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
    throw invalidWallet(families === null ? error : invalidWalletFor(error, families), at);
  }
}

/** The refusal of a text that is no wallet; its sentences do not repeat it. */
export function invalidWallet({ reason: code, message: detail }: InvalidWalletError, at = '#'): DomainError {
  return new DomainError('invalid_wallet', detail, { errors: [{ pointer: `${at}/wallet`, code, detail }] });
}
