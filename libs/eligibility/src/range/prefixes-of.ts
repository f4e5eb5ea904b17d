import type { WalletType } from '@droptrack/contracts';
import { base58Ranges } from './number-range';

/**
 * Share of all wallets that a prefix may cover. The bounds apply to the share and not to the number of
 * characters, because base58 addresses that begin with different characters differ in frequency by a factor of 58.
 *
 * EVM: 3 to 5 hex digits. Solana: 2 or 3 characters for the addresses of 44 characters, which begin with `2` to `J` and are
 * 94 % of all; one fewer for most others. Starknet: 4 to 6 digits, of which the first is always 0 and the second below 8.
 * Cosmos: 2 to 4 characters after the separator.
 */
export const PREFIX_SHARE = { min: 2 ** -20, max: 2 ** -9 } as const;

/** No prefix is longer: 20 characters of a Cosmos chain, the separator and 4 digits. */
const TEXT_MAX = 25;
const SOLANA_BYTES = 32;
/** Starknet addresses are below 2^251, of 256 bits. */
const STARKNET_FREE_BITS = 5;

interface PrefixForm {
  /** Form of valid prefixes of any length. */
  readonly form: RegExp;
  /** Share of all wallets of the type that begin with a prefix; of those of one chain for `cosmos`. */
  readonly share: (prefix: string) => number;
}

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
};

/**
 * Prefixes of a wallet, shortest first: the shorter the prefix, the more wallets share it. It is
 * part of the SDK, without the ranges of keys that only the service reads.
 *
 * @param address - valid address of the type, in normalized form.
 */
export function prefixesOf(address: string, type: WalletType): string[] {
  const { form, share } = PREFIX_FORMS[type];
  const text = address.replace(/^0x/, '').slice(0, TEXT_MAX);
  const lower = type === 'solana' ? text : text.toLowerCase();
  return Array.from(lower, (_, at) => lower.slice(0, at + 1)).filter((prefix) => {
    if (!form.test(prefix)) return false;
    const covered = share(prefix);
    return covered >= PREFIX_SHARE.min && covered <= PREFIX_SHARE.max;
  });
}
