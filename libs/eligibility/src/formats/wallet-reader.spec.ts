import { keccak_256 } from '@noble/hashes/sha3';
import { base58, bech32 } from '@scure/base';
import * as fc from 'fast-check';
import { InvalidWalletError } from '../wallet/errors';
import { parseWallet, type Wallet } from '../wallet/parse-wallet';
import { InvalidEntryError } from './errors';
import { hexWalletReader, solanaWallet, walletReader } from './wallet-reader';

const read = walletReader(keccak_256);
const outcome = (work: () => Wallet): unknown => {
  try {
    const { type, bytes, address } = work();
    return { type, bytes: [...bytes], address };
  } catch (error) {
    if (error instanceof InvalidWalletError) return error.reason;
    throw error;
  }
};

// Lists and checks must parse wallets identically.
describe('walletReader', () => {
  const same = (text: string) => expect(outcome(() => read(text))).toEqual(outcome(() => parseWallet(text)));
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const address = bytes(20).map((given) => parseWallet(`0x${Buffer.from(given).toString('hex')}`).address);
  const key = fc.tuple(fc.nat({ max: 32 }), bytes(32)).map(([zeros, given]) => base58.encode(given.fill(0, 0, zeros)));

  it('parses addresses in mixed, lower and upper case like parseWallet', () => {
    const cased = address.chain((text) =>
      fc.constantFrom(text, text.toLowerCase(), `0x${text.slice(2).toUpperCase()}`),
    );
    fc.assert(fc.property(cased, same));
    fc.assert(fc.property(address, (text) => expect(read(text).address).toBe(text)));
  });

  it('parses Solana keys like parseWallet, also with leading zero bytes', () => {
    fc.assert(fc.property(key, same));
    fc.assert(
      fc.property(bytes(32), (given) => expect(read(base58.encode(given))).toMatchObject({ ...solanaWallet(given) })),
    );
  });

  it('parses Starknet and Cosmos addresses like parseWallet', () => {
    const digits = bytes(32).map((given) => `0x0${Buffer.from(given).toString('hex').slice(1)}`);
    fc.assert(fc.property(digits, same));
    // In mixed case, the text may also be base58 of 32 bytes.
    const cosmos = fc
      .tuple(fc.constantFrom('a', 'umee', 'osmo', 'cosmos'), bytes(20), fc.nat())
      .map(([prefix, given, at]) => {
        const text = bech32.encode(prefix, bech32.toWords(given));
        return text.slice(0, at % text.length).toUpperCase() + text.slice(at % text.length);
      });
    fc.assert(fc.property(cosmos, same));
  });

  it('rejects altered, longer and shorter texts like parseWallet', () => {
    const place = fc.nat({ max: 45 });
    const sign = fc.constantFrom('0', '1', 'a', 'A', 'l', 'z', 'é', ' ', '');
    fc.assert(
      fc.property(fc.oneof(address, key), place, sign, (text, at, other) => {
        same(text.slice(0, at) + other + text.slice(at + 1));
        same(text.slice(0, at) + other + text.slice(at));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    '',
    '0x',
    '0X52908400098527886E0F7030069857D2E4169EE7',
    '52908400098527886E1F7131169857D2E4169EE7',
    'umee1004mqvtqkckwzq0dkappks9ngf6ecc7z5mlhh4',
    '1'.repeat(32),
    '1'.repeat(33),
    '1'.repeat(44),
    'z'.repeat(44),
    'Zz'.repeat(22),
    base58.encode(new Uint8Array(31).fill(255)),
    base58.encode(new Uint8Array(33).fill(1)),
  ])('parses %j like parseWallet', same);
});

describe('hexWalletReader', () => {
  const readHex = hexWalletReader(read);
  const address = parseWallet('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045').address;

  it('parses an address without 0x like the same one with it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(readHex(hex)).toEqual(read(`0x${hex}`));
      }),
    );
    expect(readHex(address.slice(2)).address).toBe(address);
    expect(outcome(() => readHex(address.slice(2).replace('d8dA', 'd8da')))).toBe('evm_checksum');
  });

  // A spreadsheet removes leading zeros and rounds digits: nothing is padded.
  it.each(['', address, address.slice(3), `0${address.slice(2)}`, '1.23E+39', `${address.slice(2)} `])(
    'rejects %j',
    (text) => expect(() => readHex(text)).toThrow(InvalidEntryError),
  );
});
