import * as fc from 'fast-check';
import { InvalidWalletError } from './errors';
import { parseWallet } from './parse-wallet';
import { familiesOf } from './families';
import { hex32Bytes } from './hex32-address';

const BOUND = 2n ** 251n - 256n;
const hex = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const address = fc.bigInt({ min: 2n ** 240n, max: BOUND - 1n });

function reasonOf(text: string): string {
  try {
    return parseWallet(text).type;
  } catch (error) {
    if (error instanceof InvalidWalletError) return error.reason;
    throw error;
  }
}

describe('a Starknet address', () => {
  // Vectors of github.com/starknet-io/starknet.js, __tests__/utils/address.test.ts and src/utils/address.ts.
  const CHECKSUMMED = [
    '0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914',
    '0x0000090591D9fA3EfC87067d95a643f8455E0b8190eb8Cb7bFd39e4fb7571fDF',
  ];

  it.each(CHECKSUMMED)('is accepted with a valid checksum, and has lower case: %s', (text) => {
    expect(parseWallet(text)).toMatchObject({ type: 'starknet', address: text.toLowerCase() });
    expect(parseWallet(`0x${text.slice(2).toUpperCase()}`)).toEqual(parseWallet(text));
    expect(parseWallet(`0x${text.slice(2).replace(/^0+/, '')}`)).toEqual(parseWallet(text));
  });

  it.each(CHECKSUMMED)('is rejected with any letter in the wrong case: %s', (text) => {
    for (const [at, letter] of [...text].entries()) {
      if (at < 2 || !/[a-f]/i.test(letter)) continue;
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      expect(reasonOf(text.slice(0, at) + other + text.slice(at + 1))).toBe('starknet_checksum');
    }
  });

  it('is the same with and without leading zeros, and its key contains its bytes', () => {
    fc.assert(
      fc.property(address, (value) => {
        const wallet = parseWallet(hex(value));
        expect(wallet).toMatchObject({ type: 'starknet', address: hex(value) });
        expect(parseWallet(`0x${value.toString(16)}`)).toEqual(wallet);
        expect(Buffer.from(hex32Bytes(wallet.bytes)).toString('hex')).toBe(hex(value).slice(2));
        // 32 bytes would be the key of a Solana address.
        expect(wallet.bytes).toHaveLength(33);
      }),
    );
  });

  it('is below 2^251 - 256', () => {
    expect(reasonOf(hex(BOUND - 1n))).toBe('starknet');
    expect(reasonOf(hex(BOUND))).toBe('sui');
    expect(familiesOf(parseWallet(hex(BOUND - 1n)))).toEqual(['starknet', 'sui', 'aptos', 'movement']);
    expect(familiesOf(parseWallet(hex(BOUND)))).toEqual(['sui', 'aptos', 'movement']);
  });

  it('is no number above the bound: those are of other families, and without 0x rejected with a warning', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: BOUND, max: 2n ** 256n - 1n }), (value) => {
        expect(familiesOf(parseWallet(hex(value)))).not.toContain('starknet');
        expect(reasonOf(hex(value).slice(2))).toBe('hash_or_key');
        expect(() => parseWallet(hex(value).slice(2))).toThrow('never send a private key');
      }),
    );
  });

  it.each([
    ['evm_length', 'zero', hex(0n)],
    ['evm_length', 'an EVM address in 32 bytes', hex(2n ** 160n - 1n)],
    ['evm_length', '41 digits', `0x${'1'.repeat(41)}`],
    ['evm_length', '55 digits', `0x${'1'.repeat(55)}`],
    ['evm_length', '65 digits', `0x0${'1'.repeat(64)}`],
    ['evm_prefix', 'an X in upper case', `0X0${'1'.repeat(63)}`],
    ['evm_digits', 'a letter that is no digit', `0x0${'1'.repeat(62)}g`],
    ['starknet', '56 digits', `0x${'1'.repeat(56)}`],
  ])('has the outcome %s: %s', (outcome, _what, text) => {
    expect(reasonOf(text)).toBe(outcome);
  });
});
