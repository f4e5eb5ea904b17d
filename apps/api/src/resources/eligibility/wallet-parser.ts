import { type Hash, InvalidWalletError, readWallet, reasonByForm, type Wallet } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import { secretReason } from '@droptrack/eligibility/secrets';

/**
 * Parses the wallets of requests by `parseWallet`, with a hash function in WebAssembly: in plain JavaScript, the checksum of
 * an EVM address is the most expensive step of a check.
 */
export class WalletParser {
  /** @param hash - hash functions in WebAssembly. */
  private constructor(readonly hash: Hash) {}

  static async create(): Promise<WalletParser> {
    return new WalletParser(await bulkHash());
  }

  /** @throws {InvalidWalletError} whose message never contains the text, and says so if the text may be a secret. */
  parse(text: string): Wallet {
    const read = readWallet(text, this.hash.keccak256);
    if (typeof read !== 'string') return read;
    // A mistyped address of Starknet has the digits of a key; the families of the drop decide which of them it is.
    throw new InvalidWalletError(
      read === 'starknet_checksum' ? read : (secretReason(text) ?? reasonByForm(text, read)),
    );
  }
}
