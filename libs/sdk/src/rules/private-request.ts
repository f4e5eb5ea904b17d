import type { LeafField, WalletType } from '@droptrack/contracts';
import { familiesOf, prefixesOf, readWallet, type Wallet } from '@droptrack/eligibility';
import { UsageError } from '../errors';
import type { CallOptions } from '../options';
import type { ProvenAllocation } from './verify-proof';

/** Check that does not send the wallet. */
export interface PrivateCheck {
  /** Address of any supported type. It does not leave the device. */
  readonly wallet: string;
  /** Type of the wallet, for addresses of `0x` and 64 hex digits, which several types have. Default: `starknet` if it is possible, otherwise `sui`. */
  readonly type?: WalletType;
  /** Slug of the drop. */
  readonly drop: string;
  /** Name of a list. Without it, all active lists of the drop are checked. */
  readonly list?: string;
}

/**
 * Verification of a proof: true if it leads from wallet and amount to its root. {@link verifyProof} is the default.
 */
export type VerifyAllocation = (allocation: ProvenAllocation) => boolean | Promise<boolean>;

/** Root that the project published, and the fields of its leaves. */
export interface PublishedRoot {
  /** `0x` and 64 hex digits; leading zeros may be missing. */
  readonly root: string;
  /**
   * Fields of the leaves as the distributor hashes them; they can be omitted if they are those of their format. A null `value` of a field
   * without `is` accepts any value.
   */
  readonly fields?: readonly LeafField[];
}

/** Options of a private check. */
export interface PrivateCheckOptions extends CallOptions {
  /**
   * Roots that the project published, preferably read from its distributor: `0x` and 64 hex digits, or an object for leaves
   * with other fields than those of their format. Only a proof of one of these roots is `verified`.
   */
  readonly roots?: readonly (string | PublishedRoot)[];
  /**
   * Number of characters to send, without `0x`: 3 to 5 for EVM, Sui, Aptos and Movement, 4 to 6 for Starknet, 1 to 3 for Solana, for
   * Cosmos up to 2 to 4 after the separator, for TON up to 3 to 5 after the colon, and for Bitcoin up to 2 to 4 after `bc1q` or `bc1p`,
   * otherwise 2 or 3 in most cases after the first; those before count too. Default: the smallest permitted number.
   */
  readonly prefixLength?: number;
  /**
   * Maximum number of characters to send if the service rejects a shorter prefix for too many rows. Each rejection costs a
   * token, and each character reveals more of the wallet. Default: the second smallest permitted number.
   */
  readonly maxPrefixLength?: number;
  /**
   * Verifies the proofs, on this device. Default: {@link verifyProof}. A wallet of Starknet requires
   * `verifyStarknetProof` of `@droptrack/sdk/starknet`, which this package does not load by itself.
   */
  readonly verify?: VerifyAllocation;
}

/** Valid input of a private check. */
export interface PrivateRequest {
  readonly drop: string;
  readonly list: string | undefined;
  readonly wallet: Wallet;
  /** Prefixes to send until one has few enough rows, shortest first. */
  readonly prefixes: readonly [string, ...string[]];
  /** Normalized: 64 digits in lower case. */
  readonly roots: readonly PublishedRoot[];
}

/** Shortest prefix and one longer one. */
const DEFAULT_PREFIXES = 2;

/** Roots of Starknet are often written without leading zeros. */
const ROOT = /^0x([0-9a-f]{56,64})$/;

/**
 * Parses the input of a private check.
 *
 * @throws {@link UsageError} for an invalid wallet, length or root. Its message does not contain the wallet.
 */
export function readPrivateCheck(
  { wallet: text, type, drop, list }: PrivateCheck,
  options: PrivateCheckOptions,
): PrivateRequest {
  const read = readWallet(String(text));
  if (typeof read === 'string') throw new UsageError(`wallet is not a valid address (${read})`);
  if (type !== undefined && !familiesOf(read).includes(type)) throw new UsageError(`wallet is no ${type} address`);
  const wallet = { ...read, type: type ?? read.type };
  return { drop, list, wallet, prefixes: prefixesFor(wallet, options), roots: (options.roots ?? []).map(readRoot) };
}

function prefixesFor(
  { address, type }: Wallet,
  { prefixLength, maxPrefixLength }: PrivateCheckOptions,
): PrivateRequest['prefixes'] {
  const all = prefixesOf(address, type);
  const permitted = all.map(({ length }) => length).join(', ');
  const some =
    maxPrefixLength === undefined
      ? all.slice(0, DEFAULT_PREFIXES)
      : all.filter(({ length }) => length <= maxPrefixLength);
  const [first, ...others] = prefixLength === undefined ? some : all.filter(({ length }) => length === prefixLength);
  if (first === undefined) {
    const name = prefixLength === undefined ? 'maxPrefixLength' : 'prefixLength';
    throw new UsageError(`${name} must be one of ${permitted} for this wallet`);
  }
  return [first, ...others];
}

function readRoot(given: string | PublishedRoot): PublishedRoot {
  const stated = typeof given === 'string' ? { root: given } : given;
  const digits = ROOT.exec(String(stated.root).toLowerCase())?.[1];
  if (digits === undefined) throw new UsageError('roots must be 0x and 64 hex digits each');
  return { ...stated, root: `0x${digits.padStart(64, '0')}` };
}
