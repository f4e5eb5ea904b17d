import type { WalletType } from '@droptrack/contracts';

/** Address of a supported kind, as bytes and as text. */
export interface Wallet {
  readonly type: WalletType;
  /**
   * Key of the wallet in lists. Its length names the family: the 20 bytes of an EVM address, the 32 bytes of a Solana
   * address, the 32 bytes of a Starknet address and a zero, or 34 to 73 bytes of a Cosmos address: its text in lower case
   * without the checksum.
   */
  readonly bytes: Uint8Array;
  /** EVM in EIP-55 mixed case, Solana in base58, Starknet with 64 lower-case digits, Cosmos in lower case. */
  readonly address: string;
}
