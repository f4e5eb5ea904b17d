import { WALLET_LENGTH_MAX, type WalletType } from '@droptrack/contracts';
import { parseEvmAddress } from './evm';
import { InvalidWalletError, type InvalidWalletReason } from './errors';
import { solanaKeyBytes } from './solana-key';

/** An address of a kind that can be checked, as bytes and as people write it. */
export interface Wallet {
  readonly type: WalletType;
  /** 20 bytes of an EVM address, 32 of a Solana one. */
  readonly bytes: Uint8Array;
  /** EVM in EIP-55 mixed case, Solana in base58. */
  readonly address: string;
}

/**
 * Reads a wallet (API contract §3): `0x` and 40 hex digits, or base58 of exactly 32 bytes.
 *
 * Digits in lower or in upper case only are accepted as they are; mixed case is a checksum
 * (EIP-55) and must be right. Nothing is trimmed or corrected: a wallet that had to be guessed
 * would be answered for somebody else.
 *
 * @throws {InvalidWalletError} for everything else; its message never holds the text.
 */
export function parseWallet(text: string): Wallet {
  const refused = refusedAtSight(text);
  if (refused !== null) throw new InvalidWalletError(refused);
  if (/^0x/i.test(text)) return parseEvmAddress(text);
  return parseSolanaAddress(text);
}

/** What no address of either kind can be; bounds the work of what follows. */
function refusedAtSight(text: string): InvalidWalletReason | null {
  if (text.length === 0) return 'empty';
  if (text.length > WALLET_LENGTH_MAX) return 'too_long';
  if (/\s/.test(text)) return 'whitespace';
  if (!/^[\x21-\x7e]*$/.test(text)) return 'not_ascii';
  return BECH32.test(text) ? 'bech32' : null;
}

/**
 * The shape of BIP 173, in one case. Some addresses of this shape are base58 of 32 bytes as well: 56 of
 * 1 000 published ones of a Cosmos chain. Of keys of Solana, which mix cases, not one in 10^10 is.
 */
const BECH32 = /^(?:[a-z]{1,20}1[02-9ac-hj-np-z]{20,}|[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{20,})$/;

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** @throws {InvalidWalletError} */
function parseSolanaAddress(text: string): Wallet {
  if (/^[0-9a-f]{40}$/i.test(text)) throw new InvalidWalletError('evm_prefix');
  if (!BASE58.test(text)) throw new InvalidWalletError('base58_alphabet');
  const bytes = solanaKeyBytes(text);
  if (bytes === null) throw new InvalidWalletError('solana_length');
  return { type: 'solana', bytes, address: text };
}
