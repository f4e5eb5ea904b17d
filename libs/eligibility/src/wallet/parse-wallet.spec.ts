import { base58 as base58lib } from '@scure/base';
import * as fc from 'fast-check';
import { InvalidWalletError, type InvalidWalletReason } from './errors';
import { parseWallet } from './parse-wallet';

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SYSTEM_PROGRAM = '1'.repeat(32);

function reasonOf(text: string): InvalidWalletReason | 'accepted' {
  try {
    parseWallet(text);
    return 'accepted';
  } catch (error) {
    if (error instanceof InvalidWalletError) return error.reason;
    throw error;
  }
}

describe('parseWallet', () => {
  it('parses an EVM address in lower, upper and correct mixed case to the same wallet', () => {
    const digits = VITALIK.slice(2);
    const wallet = parseWallet(VITALIK);
    expect(wallet).toMatchObject({ type: 'evm', address: VITALIK });
    expect(Buffer.from(wallet.bytes).toString('hex')).toBe(digits.toLowerCase());
    expect(parseWallet(`0x${digits.toLowerCase()}`)).toEqual(wallet);
    expect(parseWallet(`0x${digits.toUpperCase()}`)).toEqual(wallet);
  });

  it('parses base58 of 32 bytes as a Solana address', () => {
    expect(parseWallet(SYSTEM_PROGRAM)).toEqual({
      type: 'solana',
      bytes: new Uint8Array(32),
      address: SYSTEM_PROGRAM,
    });
    const address = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
    expect(parseWallet(address)).toMatchObject({ type: 'solana', address });
  });

  it.each<[InvalidWalletReason, string, string]>([
    ['empty', 'nothing', ''],
    ['too_long', 'more than any address has', `0x${'0'.repeat(89)}`],
    ['whitespace', 'a space before', ` ${VITALIK}`],
    ['whitespace', 'a line break after', `${VITALIK}\n`],
    ['whitespace', 'a no-break space', `${VITALIK}\u00a0`],
    ['not_ascii', 'a Cyrillic а', VITALIK.replace('a', 'а')],
    ['not_ascii', 'an invisible character', `${VITALIK}\u200b`],
    ['not_ascii', 'full-width digits', VITALIK.replace('6', '６')],
    ['not_ascii', 'a control character', `${VITALIK}\u0000`],
    ['evm_prefix', 'an X in upper case', VITALIK.replace('0x', '0X')],
    ['evm_prefix', 'no prefix', VITALIK.slice(2)],
    ['evm_length', 'a digit too few', VITALIK.slice(0, -1)],
    ['evm_length', 'a digit too many', `${VITALIK}5`],
    ['evm_length', 'no digits', '0x'],
    ['evm_length', 'more digits than any address has', `0x${'1'.repeat(65)}`],
    ['evm_length', 'an address in 32 bytes, as contracts encode it', `0x${'0'.repeat(24)}${VITALIK.slice(2)}`],
    ['evm_digits', 'a letter that is no digit', VITALIK.replace('F', 'G')],
    ['evm_checksum', 'one letter in the wrong case', VITALIK.replace('dA', 'da')],
    ['evm_checksum', 'one wrong digit', VITALIK.replace(/5$/, '6')],
    ['base58_alphabet', 'a 0', SYSTEM_PROGRAM.replace('1', '0')],
    ['base58_alphabet', 'two words', 'vitalik+eth'],
    ['solana_length', '31 bytes', SYSTEM_PROGRAM.slice(1)],
    ['solana_length', '33 bytes', `1${SYSTEM_PROGRAM}`],
    ['bitcoin', 'a Bitcoin address of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['hash_or_key', '64 digits in mixed case above the bound of Starknet', `0x${'fF'.repeat(32)}`],
    ['hash_or_key', '64 digits without 0x', 'f'.repeat(64)],
  ])('rejects (%s) %s', (reason, _what, text) => {
    expect(reasonOf(text)).toBe(reason);
  });

  // 56 of 1 000 published ones are also base58 of 32 bytes.
  it('rejects a mistyped Cosmos address that is also a valid Solana key', () => {
    const text = 'umee1cp2se7h3s6r8nq5w4xdzty9kfvua8gj3mep7d2';
    expect(base58lib.decode(text)).toHaveLength(32);
    expect(reasonOf(text)).toBe('bech32_checksum');
  });

  // The decoder is specialized to one length; an error would result in the wallet of another person.
  it('decodes base58 of 32 bytes like a base58 library, and rejects other texts', () => {
    const decoded = (text: string): readonly number[] | null => {
      const bytes = base58lib.decode(text);
      return bytes.length === 32 ? [...bytes] : null;
    };
    const read = (text: string): readonly number[] | null =>
      reasonOf(text) === 'accepted' ? [...parseWallet(text).bytes] : null;
    const zeros = fc.nat({ max: 33 });
    const keys = fc
      .tuple(zeros, fc.uint8Array({ minLength: 31, maxLength: 33 }))
      .map(([count, bytes]) => base58(bytes.fill(0, 0, count)));
    // In mixed case, so that they are not addresses of another kind.
    const texts = fc
      .tuple(zeros, fc.string({ unit: fc.constantFrom('1', 'z', 'Z', 'A', '9'), minLength: 28, maxLength: 44 }))
      .map(([count, text]) => `${'1'.repeat(count)}Az${text}`.slice(0, 46));
    const isMixed = (text: string): boolean => /[A-Z]/.test(text) && /[a-z]/.test(text);
    const same = fc.property(fc.oneof(keys.filter(isMixed), texts), (text) =>
      expect(read(text)).toEqual(decoded(text)),
    );
    fc.assert(same, { numRuns: 2_000 });
  });

  it('does not include a rejected text in its message', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ minLength: 8 }),
          fc.string({ unit: fc.constantFrom('0', 'x', 'A', 'b') }),
          fc
            .string({ unit: fc.constantFrom('0', 'f', 'A'), minLength: 60, maxLength: 64 })
            .map((digits) => `0x${digits}`),
          fc
            .string({ unit: fc.constantFrom('q', 'p'), minLength: 30, maxLength: 70 })
            .map((digits) => `osmo1${digits}`),
        ),
        (text) => {
          try {
            parseWallet(text);
          } catch (error) {
            if (text.length >= 8) expect(JSON.stringify([error, String(error)])).not.toContain(text);
          }
        },
      ),
    );
  });

  it('parses every formatted address', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((value) => `0x${Buffer.from(value).toString('hex')}`),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map(base58),
    );
    fc.assert(
      fc.property(bytes, (text) => {
        const wallet = parseWallet(text);
        expect(wallet.address.toLowerCase()).toBe(text.toLowerCase());
        expect(parseWallet(wallet.address)).toEqual(wallet);
      }),
    );
  });
});

/** Base58 encoder, independent of the library. */
function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
