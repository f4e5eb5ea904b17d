import type { WalletType } from '@droptrack/contracts';
import { base58Ranges } from './number-range';

/**
 * Share of all wallets that a prefix may cover. The bounds apply to the share and not to the number of
 * characters, because base58 addresses that begin with different characters differ in frequency by a factor of 58.
 *
 * EVM: 3 to 5 hex digits. Solana: 2 or 3 characters for the addresses of 44 characters, which begin with `2` to `J` and are
 * 94 % of all; one fewer for most others. Starknet: 4 to 6 digits, of which the first is always 0 and the second below 8.
 * Cosmos: 2 to 4 characters after the separator. Sui, Aptos and Movement: 3 to 5 digits. TON: 3 to 5 digits after the workchain.
 * Bitcoin: 2 to 4 characters after `bc1q` or `bc1p`, and usually 2 or 3 after the first one of base58.
 */
export const PREFIX_SHARE = { min: 2 ** -20, max: 2 ** -9 } as const;

/** Version, hash and checksum of a Bitcoin address in base58. */
const BASE58CHECK_BYTES = 25;
const BASE58CHECK_VERSIONS: Readonly<Record<string, bigint>> = { 1: 0n, 3: 5n };

/** No prefix is longer: 20 characters of a Cosmos chain, the separator and 4 digits. */
const TEXT_MAX = 25;
const SOLANA_BYTES = 32;
/** Starknet addresses are below 2^251, of 256 bits. */
const STARKNET_FREE_BITS = 5;

interface PrefixForm {
  /** Form of valid prefixes of any length. */
  readonly form: RegExp;
  /** Share of all wallets of the type that begin with a prefix; of one chain for `cosmos`, and of one kind of addresses for `bitcoin`. */
  readonly share: (prefix: string) => number;
}

/** Any 64 hex digits. */
const HEX32: PrefixForm = { form: /^[0-9a-f]{0,64}$/, share: (prefix) => 2 ** (-4 * prefix.length) };

/** Prefixes of the addresses of each type, in lower case but for base58. */
export const PREFIX_FORMS: Readonly<Record<WalletType, PrefixForm>> = {
  evm: { form: /^[0-9a-f]{0,40}$/, share: (prefix) => 2 ** (-4 * prefix.length) },
  solana: {
    form: /^[1-9A-HJ-NP-Za-km-z]{0,44}$/,
    share(prefix) {
      const keys = base58Ranges(prefix, SOLANA_BYTES).reduce((sum, { from, end }) => sum + (end - from), 0n);
      return Number(keys) / 2 ** (8 * SOLANA_BYTES);
    },
  },
  starknet: {
    form: /^(?:0(?:[0-7][0-9a-f]{0,62})?)?$/,
    share: (prefix) => 2 ** (STARKNET_FREE_BITS - 4 * prefix.length),
  },
  cosmos: {
    form: /^[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{0,52}$/,
    share: (prefix) => 2 ** (-5 * (prefix.length - prefix.lastIndexOf('1') - 1)),
  },
  sui: HEX32,
  aptos: HEX32,
  movement: HEX32,
  ton: { form: /^(?:0|-1):[0-9a-f]{0,64}$/, share: (prefix) => 2 ** (-4 * (prefix.length - prefix.indexOf(':') - 1)) },
  bitcoin: {
    form: /^(?:bc1[qp][02-9ac-hj-np-z]{0,58}|[13][1-9A-HJ-NP-Za-km-z]{0,34})$/,
    share: (prefix) =>
      prefix.startsWith('bc1') ? 2 ** (-5 * (prefix.length - SEGWIT_START)) : base58checkShare(prefix),
  },
};

/** Length of `bc1` and the version. */
const SEGWIT_START = 4;

/** Share of the addresses of the version of a prefix. */
function base58checkShare(prefix: string): number {
  const all = 1n << BigInt(8 * (BASE58CHECK_BYTES - 1));
  const first = (BASE58CHECK_VERSIONS[prefix.charAt(0)] ?? 0n) * all;
  const keys = base58Ranges(prefix, BASE58CHECK_BYTES).reduce((sum, { from, end }) => {
    const [low, high] = [from > first ? from : first, end < first + all ? end : first + all];
    return high > low ? sum + (high - low) : sum;
  }, 0n);
  return Number(keys) / Number(all);
}

/** Prefix in the case of normalized addresses: base58 has case. */
export const prefixText = (given: string, type: WalletType): string =>
  type === 'solana' || (type === 'bitcoin' && !/^bc1/i.test(given)) ? given : given.toLowerCase();

/**
 * Prefixes of a wallet, shortest first: the shorter the prefix, the more wallets share it. It is
 * part of the SDK, without the ranges of keys that only the service reads.
 *
 * @param address - valid address of the type, in normalized form.
 */
export function prefixesOf(address: string, type: WalletType): string[] {
  const { form, share } = PREFIX_FORMS[type];
  const text = address.replace(/^0x/, '').slice(0, TEXT_MAX);
  const lower = prefixText(text, type);
  return Array.from(lower, (_, at) => lower.slice(0, at + 1)).filter((prefix) => {
    if (!form.test(prefix)) return false;
    const covered = share(prefix);
    return covered >= PREFIX_SHARE.min && covered <= PREFIX_SHARE.max;
  });
}
