import { sha256 } from '@droptrack/sha256';
import { bech32, bech32m, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { InvalidWalletError } from './errors';
import { parseWallet } from './parse-wallet';

const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');

/** Address of the wallet that a text is, or the reason for which it is none. */
function read(text: string): string {
  try {
    return parseWallet(text).address;
  } catch (error) {
    if (error instanceof InvalidWalletError) return error.reason;
    throw error;
  }
}

// Source: github.com/ton-core/ton-core, `src/address/Address.spec.ts`.
describe('published addresses of TON', () => {
  const HASH = '2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3';

  it.each([
    'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB',
    'EQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi4wJB',
    'UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E',
    'UQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi41+E',
    `0:${HASH}`,
    `0:${HASH.toUpperCase()}`,
  ])('%s is one wallet in its raw form', (text) => {
    expect(parseWallet(text)).toEqual(parseWallet(`0:${HASH}`));
    expect(parseWallet(text)).toMatchObject({ type: 'ton', address: `0:${HASH}` });
  });

  it.each([
    ['ton_testnet', '0QAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4-QO'],
    ['ton_testnet', 'kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL'],
    ['ton_checksum', 'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJC'],
    ['base58_alphabet', `0:${HASH.slice(1)}`],
    ['base58_alphabet', `1:${HASH}`],
    ['base58_alphabet', 'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJ'],
  ])('rejects (%s) %s', (reason, text) => expect(read(text)).toBe(reason));

  it('distinguishes workchains', () => {
    expect(parseWallet(`-1:${HASH}`)).toMatchObject({ type: 'ton', address: `-1:${HASH}` });
    expect(parseWallet(`-1:${HASH}`).bytes).not.toEqual(parseWallet(`0:${HASH}`).bytes);
  });

  it('detects every wrong character, by the checksum', () => {
    const text = 'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB';
    const at = fc.integer({ min: 2, max: 47 });
    fc.assert(
      fc.property(
        at,
        fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
        (i, other) => {
          fc.pre(text[i] !== other);
          expect(read(text.slice(0, i) + other + text.slice(i + 1))).toBe('ton_checksum');
        },
      ),
    );
  });
});

// Source: github.com/bitcoin/bips, `bip-0173.mediawiki` and `bip-0350.mediawiki`; the main network, with known versions.
describe('published addresses of Bitcoin', () => {
  it.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ])('%s is a wallet', (text, address) => expect(parseWallet(text)).toMatchObject({ type: 'bitcoin', address }));

  it.each([
    ['bitcoin_form', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bech32 instead of bech32m'],
    ['bitcoin_form', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'bech32m instead of bech32'],
    ['bitcoin_form', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'a version without a meaning'],
    ['bitcoin_form', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'an invalid version'],
    ['bitcoin_form', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'padding of more than 4 bits'],
    ['bitcoin_form', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'a program of 16 bytes'],
    [
      'bitcoin_form',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'a program of 41 bytes',
    ],
    ['bitcoin_checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'a wrong character'],
    ['bitcoin_checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3t4', 'mixed case'],
    ['bitcoin_checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong character of base58'],
    ['bitcoin', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'a test network'],
    ['bitcoin', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 'a test network in base58'],
  ])('rejects (%s) %s, %s', (reason, text) => expect(read(text)).toBe(reason));

  it('are those of an independent encoder, for all types', () => {
    const any = fc.oneof(
      fc
        .tuple(fc.constantFrom(0x00, 0x05), bytes(20))
        .map(([version, hash]) => base58check.encode(Uint8Array.of(version, ...hash))),
      fc.oneof(bytes(20), bytes(32)).map((program) => bech32.encode('bc', [0, ...bech32.toWords(program)])),
      bytes(32).map((program) => bech32m.encode('bc', [1, ...bech32m.toWords(program)])),
    );
    fc.assert(fc.property(any, (text) => expect(parseWallet(text)).toMatchObject({ type: 'bitcoin', address: text })));
  });
});

it('parses raw addresses of TON of every hash', () => {
  fc.assert(fc.property(bytes(32), (hash) => expect(read(`0:${hex(hash)}`)).toBe(`0:${hex(hash)}`)));
});
