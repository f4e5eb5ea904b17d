import type { WalletType } from '@droptrack/contracts';

/** Address of a supported kind, as bytes and as text. */
export interface Wallet {
  /** Family; the first of {@link familiesOf} for an address of several. */
  readonly type: WalletType;
  /**
   * Key of the wallet in lists. It names the form: the 20 bytes of an EVM address, the 32 bytes of a Solana address, 32 bytes and a
   * zero of a Starknet, Sui, Aptos or Movement address, or 34 to 73 bytes of text: bech32 in lower case without the checksum for
   * Cosmos and Bitcoin, base58 with zeros up to 36 bytes for other Bitcoin addresses, the raw form for TON.
   */
  readonly bytes: Uint8Array;
  /**
   * EVM in EIP-55 mixed case, Solana in base58, addresses of 32 bytes with 64 lower-case digits, bech32 in lower case, TON in its raw form
   * in lower case, other Bitcoin addresses as given.
   */
  readonly address: string;
}
