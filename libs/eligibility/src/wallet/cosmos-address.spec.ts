import { base58, bech32, bech32m } from '@scure/base';
import * as fc from 'fast-check';
import { cosmosAddressOf } from './cosmos-address';
import { InvalidWalletError } from './errors';
import { parseWallet } from './parse-wallet';

function reasonOf(text: string): string {
  try {
    return parseWallet(text).type;
  } catch (error) {
    if (error instanceof InvalidWalletError) return error.reason;
    throw error;
  }
}

const bytes = fc.constantFrom(20, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const prefix = fc.constantFrom('cosmos', 'osmo', 'inj', 'g', 'c4e', 'abcdefghijklmnopqrst', 'a1b');
const address = fc.tuple(prefix, bytes).map(([chain, given]) => bech32.encode(chain, bech32.toWords(given)));

describe('a Cosmos address', () => {
  // Addresses of github.com/CosmWasm/cw-tokens, contracts/cw20-merkle-airdrop, and a vector of BIP 173.
  it.each([
    'umee1004mqvtqkckwzq0dkappks9ngf6ecc7z5mlhh4',
    'wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
  ])('is accepted: %s', (text) => {
    expect(parseWallet(text)).toMatchObject({ type: 'cosmos', address: text });
  });

  it('is accepted in lower and in upper case, and has lower case', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(parseWallet(text)).toMatchObject({ type: 'cosmos', address: text });
        expect(parseWallet(text.toUpperCase())).toEqual(parseWallet(text));
      }),
    );
  });

  it('has a key from which its text follows, and no two have the same', () => {
    fc.assert(
      fc.property(address, address, (text, other) => {
        const { bytes: key } = parseWallet(text);
        expect(cosmosAddressOf(key)).toBe(text);
        expect(key.length).toBeGreaterThan(33);
        expect(Buffer.from(key).equals(parseWallet(other).bytes)).toBe(text === other);
      }),
    );
  });

  it('is rejected with any letter changed', () => {
    const digit = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l');
    fc.assert(
      fc.property(address, digit, fc.nat({ max: 30 }), (text, other, fromEnd) => {
        const at = text.length - 1 - fromEnd;
        fc.pre(text.charAt(at) !== other);
        expect(reasonOf(text.slice(0, at) + other + text.slice(at + 1))).toBe('bech32_checksum');
      }),
    );
  });

  // A mixed-case text may also be base58 of 32 bytes, and would be the wallet of another person.
  it('is rejected in mixed case, also where it is a Solana key', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(reasonOf(text.charAt(0).toUpperCase() + text.slice(1))).toBe('bech32_case');
      }),
    );
    const alsoSolana = fc
      .sample(fc.uint8Array({ minLength: 20, maxLength: 20 }), 3_000)
      .map((given) => bech32.encode('umee', bech32.toWords(given)).replace('umee', 'Umee'))
      .filter(isSolanaKey);
    expect(alsoSolana.length).toBeGreaterThan(0);
    expect(new Set(alsoSolana.map(reasonOf))).toEqual(new Set(['bech32_case']));
  });

  const account = bech32.toWords(new Uint8Array(20).fill(7));
  it.each([
    ['of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['of Bitcoin, Taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ["of Bitcoin's test network", 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['of Harmony', bech32.encode('one', account)],
    ['of Zilliqa', bech32.encode('zil', account)],
    ['a key of Nostr', bech32.encode('nsec', bech32.toWords(new Uint8Array(32).fill(7)))],
    ['of a validator', bech32.encode('cosmosvaloper', account)],
    ['of 21 bytes', bech32.encode('cosmos', bech32.toWords(new Uint8Array(21)))],
    ['with padding that is not zero', bech32.encode('cosmos', [...bech32.toWords(new Uint8Array(32)).slice(0, -1), 1])],
    ['with the checksum of bech32m', bech32m.encode('cosmos', account)],
  ])('is rejected: %s', (_what, text) => {
    expect(reasonOf(text)).toBe(/^(?:bc|tb)1/.test(text) ? 'bitcoin' : 'bech32');
  });
});

function isSolanaKey(text: string): boolean {
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
}
