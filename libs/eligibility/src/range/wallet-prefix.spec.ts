import type { WalletType } from '@droptrack/contracts';
import { sha256 } from '@droptrack/sha256';
import { base58, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { parseWallet } from '../wallet/parse-wallet';
import { PREFIX_SHARE, prefixesOf } from './prefixes-of';
import { readPrefix, type WalletPrefix } from './wallet-prefix';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const contains = ({ ranges }: WalletPrefix, key: Uint8Array): boolean =>
  ranges.some(({ first, last }) => hexOf(first) <= hexOf(key) && hexOf(key) <= hexOf(last));

/** @throws for an invalid prefix. */
function prefix(text: string, type: WalletType): WalletPrefix {
  const read = readPrefix(text, type);
  if (typeof read === 'string') throw new Error(`${text}: ${read}`);
  return read;
}

/** Key one above or below another; undefined at the end of the key space. */
function neighbour(key: Uint8Array, step: 1n | -1n): Uint8Array | undefined {
  const value = BigInt(`0x${hexOf(key)}`) + step;
  const digits = 2 * key.length;
  const hex = value.toString(16).padStart(digits, '0');
  return value < 0n || hex.length > digits ? undefined : Buffer.from(hex, 'hex');
}

/** Keys of all magnitudes: base58 texts differ most where the number of leading zeros and digits changes. */
const solanaKey = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => bytes.map((byte, at) => (at < zeros ? 0 : byte)));

describe('readPrefix', () => {
  it.each([
    ['abc', ['abc' + '0'.repeat(37), 'abc' + 'f'.repeat(37)]],
    ['00000', ['0'.repeat(40), '00000' + 'f'.repeat(35)]],
    ['fFfF', ['ffff' + '0'.repeat(36), 'f'.repeat(40)]],
  ])('covers the EVM addresses that begin with %s', (text, ends) => {
    const { ranges, share } = prefix(text, 'evm');
    expect(ranges.map(({ first, last }) => [hexOf(first), hexOf(last)])).toEqual([ends]);
    expect(share).toBe(16 ** -text.length);
  });

  it('covers a Solana key exactly if its base58 text begins with the prefix', () => {
    const law = fc.property(solanaKey, solanaKey, (key, other) => {
      for (const text of prefixesOf(base58.encode(key), 'solana')) {
        const read = prefix(text, 'solana');
        if (!contains(read, key)) return false;
        if (contains(read, other) !== base58.encode(other).startsWith(text)) return false;
      }
      return true;
    });
    fc.assert(law, { numRuns: runs(400, 2_000) });
  });

  // With the law above, every end of every range is exact: no key of the prefix is outside, and none inside is another's.
  it('begins and ends each range of base58 at the first and last key with that text, for every prefix', () => {
    const texts = [...ALPHABET, ...[...ALPHABET].flatMap((a) => [...ALPHABET].map((b) => a + b))];
    const all = texts.flatMap((text) => {
      const read = readPrefix(text, 'solana');
      return typeof read === 'string' ? [] : [read];
    });
    const begins = (key: Uint8Array | undefined, text: string) =>
      key !== undefined && base58.encode(key).startsWith(text);
    const wrong = all.filter(({ text, ranges }) =>
      ranges.some(
        ({ first, last }) =>
          !begins(first, text) ||
          !begins(last, text) ||
          begins(neighbour(first, -1n), text) ||
          begins(neighbour(last, 1n), text),
      ),
    );
    expect(all.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  // Otherwise a wallet would be in no range, or in two that a client cannot distinguish.
  it('assigns every base58 key to exactly one range of its shortest prefix', () => {
    const prefixes = new Map<string, WalletPrefix>();
    fc.assert(
      fc.property(solanaKey, (key) => {
        const [text = ''] = prefixesOf(base58.encode(key), 'solana');
        prefixes.set(text, prefix(text, 'solana'));
        expect([...prefixes.values()].filter((each) => contains(each, key))).toHaveLength(1);
      }),
    );
  });

  it.each([
    ['ab', 'evm', 'too_short'],
    ['', 'evm', 'too_short'],
    ['abcdef', 'evm', 'too_long'],
    ['0xabc', 'evm', 'alphabet'],
    ['abg', 'evm', 'alphabet'],
    ['2', 'solana', 'too_short'],
    ['J', 'solana', 'too_short'],
    ['1', 'solana', 'too_short'],
    ['2222', 'solana', 'too_long'],
    ['Kaa', 'solana', 'too_long'],
    ['111', 'solana', 'too_long'],
    ['012', 'starknet', 'too_short'],
    ['0123456', 'starknet', 'too_long'],
    ['1234', 'starknet', 'alphabet'],
    ['0812', 'starknet', 'alphabet'],
    ['cosmos1a', 'cosmos', 'too_short'],
    ['cosmos1acdef', 'cosmos', 'too_long'],
    ['cosmos', 'cosmos', 'alphabet'],
    ['cosmos1ab', 'cosmos', 'alphabet'],
    ['acd', 'cosmos', 'alphabet'],
    ['ab', 'sui', 'too_short'],
    ['abcdef', 'aptos', 'too_long'],
    ['0xabc', 'movement', 'alphabet'],
    ['0:ab', 'ton', 'too_short'],
    ['0:abcdef', 'ton', 'too_long'],
    ['abc', 'ton', 'alphabet'],
    ['bc1qa', 'bitcoin', 'too_short'],
    ['bc1qacdef', 'bitcoin', 'too_long'],
    ['bc1zac', 'bitcoin', 'alphabet'],
    ['1', 'bitcoin', 'too_short'],
    ['1abcde', 'bitcoin', 'too_long'],
    ['2abc', 'bitcoin', 'alphabet'],
    ['0a', 'solana', 'alphabet'],
    ['Il', 'solana', 'alphabet'],
  ] as const)('rejects %p for %s as %s', (text, type, reason) => {
    expect(readPrefix(text, type)).toBe(reason);
  });

  it('rejects a text of any length at once', () => {
    expect(readPrefix('a'.repeat(16_000), 'evm')).toBe('alphabet');
    expect(readPrefix('a'.repeat(16_000), 'solana')).toBe('alphabet');
  });

  it.each([
    ['2a', 2 ** -10],
    ['2aa', 2 ** -16],
    ['K', 2 ** -10],
    ['Ka', 2 ** -16],
    ['11', 2 ** -16],
  ])('accepts %s, which covers about %d of all Solana keys', (text, share) => {
    expect(prefix(text, 'solana').share / share).toBeGreaterThan(0.8);
    expect(prefix(text, 'solana').share / share).toBeLessThan(1.3);
  });
});

describe('prefixesOf', () => {
  it('returns the first 3 to 5 digits of an EVM address in lower case', () => {
    expect(prefixesOf('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'evm')).toEqual(['d8d', 'd8da', 'd8da6']);
  });

  it('returns as many base58 characters as cover the permitted shares', () => {
    expect(prefixesOf('9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y', 'solana')).toEqual(['9j', '9jD']);
    expect(prefixesOf('vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', 'solana')).toEqual(['v', 'vi']);
  });

  it('returns 4 to 6 digits of a Starknet address, and 2 to 4 characters after the separator of a Cosmos address', () => {
    const starknet = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
    const cosmos = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';
    const wallets = [starknet, cosmos].map((text) => parseWallet(text));
    expect(wallets.map(({ address, type }) => prefixesOf(address, type))).toEqual([
      ['049d', '049d3', '049d36'],
      ['cosmos1qy', 'cosmos1qyp', 'cosmos1qypq'],
    ]);
    for (const { address, type, bytes } of wallets) {
      for (const text of prefixesOf(address, type)) {
        const read = prefix(text, type);
        expect(contains(read, bytes)).toBe(true);
        expect(bytes.length >= read.keyBytes.min && bytes.length <= read.keyBytes.max).toBe(true);
        const other = Uint8Array.from(bytes, (byte, at) => (at === 1 ? byte ^ 1 : byte));
        expect(contains(read, other)).toBe(false);
      }
    }
  });

  it('returns a prefix for every Solana key, each within the permitted shares', () => {
    const law = fc.property(solanaKey, (key) => {
      const prefixes = prefixesOf(base58.encode(key), 'solana');
      const shares = prefixes.map((text) => prefix(text, 'solana').share);
      return shares.length > 0 && shares.every((share) => share >= PREFIX_SHARE.min && share <= PREFIX_SHARE.max);
    });
    fc.assert(law, { numRuns: runs(200, 1_000) });
  });

  const HASH = '2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3';
  it.each([
    ['sui', `0xff${HASH.slice(2)}`, 3],
    ['aptos', `0x${HASH}`, 3],
    ['movement', `0x${HASH}`, 3],
    ['ton', `0:${HASH}`, 3],
    ['ton', `-1:${HASH}`, 3],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 3],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 3],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 2],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 2],
  ] as const)(
    'returns prefixes of a wallet of %s that cover it and no wallet with another beginning: %s',
    (type, address, count) => {
      const { bytes } = parseWallet(address);
      const prefixes = prefixesOf(address, type);
      expect(prefixes).toHaveLength(count);
      for (const text of prefixes) {
        const read = prefix(text, type);
        expect(address.replace(/^0x/, '').startsWith(text)).toBe(true);
        expect(contains(read, bytes)).toBe(true);
        expect(bytes.length >= read.keyBytes.min && bytes.length <= read.keyBytes.max).toBe(true);
        expect(read.share >= PREFIX_SHARE.min && read.share <= PREFIX_SHARE.max).toBe(true);
        const other = Uint8Array.from(bytes, (byte, at) => (at === 1 ? byte ^ 0x10 : byte));
        expect(contains(read, other)).toBe(false);
      }
    },
  );

  // The share is the anonymity of a client, so it must not be overstated.
  it('states the share of a prefix of base58 addresses of Bitcoin as it is', () => {
    const base58check = createBase58check(sha256);
    const shares = new Map<string, number>();
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const wallets = fc.sample(fc.tuple(fc.constantFrom(0, 5), hash), { numRuns: 4_000, seed: 1 });
    for (const [version, given] of wallets) {
      const address = base58check.encode(Uint8Array.of(version, ...given));
      expect(parseWallet(address).type).toBe('bitcoin');
      const [text = ''] = prefixesOf(address, 'bitcoin');
      shares.set(text, prefix(text, 'bitcoin').share);
    }
    expect(Math.max(...shares.values())).toBeLessThanOrEqual(PREFIX_SHARE.max);
    expect(shares.size).toBeGreaterThan(500);
  });
});
