import { type Hash, parseWallet, type Wallet } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';

/**
 * Parses the wallets of requests by `parseWallet`, with a hash function in WebAssembly: in plain JavaScript, the checksum of
 * an EVM address is the most expensive step of a check.
 */
export class WalletParser {
  private constructor(private readonly keccak256: Hash['keccak256']) {}

  static async create(): Promise<WalletParser> {
    return new WalletParser((await bulkHash()).keccak256);
  }

  /** @throws {InvalidWalletError} whose message never contains the text. */
  parse(text: string): Wallet {
    return parseWallet(text, this.keccak256);
  }
}
