import type { WalletType } from '@droptrack/contracts';
import { base58 } from '@scure/base';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseWallet } from './parse-wallet';

const ROOT = resolve(__dirname, '../../../..');
const VECTORS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'vectors');
const read = <T>(file: string): T => JSON.parse(readFileSync(resolve(VECTORS, file), 'utf8')) as T;
const typeOf = (text: string): WalletType | null => {
  try {
    return parseWallet(text).type;
  } catch {
    return null;
  }
};
const isAccepted = (text: string): boolean => typeOf(text) !== null;

const hasVectors = existsSync(VECTORS);
if (!hasVectors) console.warn(`skipped: the vectors to agree with are not there (${VECTORS})`);
(hasVectors ? describe : describe.skip)('published vectors', () => {
  it('of EIP-55: formats the same mixed case', () => {
    const { checksum, eip55_text } = read<{
      checksum: { input: string; expected: string }[];
      eip55_text: string[];
    }>('eip55/vectors.json');
    for (const { input, expected } of checksum) {
      expect(parseWallet(input.toLowerCase()).address).toBe(expected);
      expect(parseWallet(expected).address).toBe(expected);
    }
    for (const text of eip55_text) expect(parseWallet(text).address).toBe(text);
  });

  // Chains with a chain id in the checksum use other cases, which are invalid in EIP-55.
  it('of EIP-55: rejects every other mixed case', () => {
    const { checksum } = read<{ checksum: { expected: string }[] }>('eip55/vectors.json');
    for (const { expected } of checksum) {
      const flipped = [...expected].map((c, i) =>
        i < 2 ? c : c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
      );
      expect(isAccepted(flipped.join(''))).toBe(false);
    }
  });

  it('of base58: accepts those of 32 bytes, and no others', () => {
    const { valid, invalid } = read<{
      valid: { alphabet: string; hex: string; string: string }[];
      invalid: { alphabet: string; string: unknown }[];
    }>('base58/base-x-fixtures.json');
    const cases = valid.filter(({ alphabet }) => alphabet === 'base58');
    expect(cases.length).toBeGreaterThan(10);
    for (const { hex, string } of cases) {
      expect(Buffer.from(base58.decode(string)).toString('hex')).toBe(hex);
      expect([hex, typeOf(string) === 'solana']).toEqual([hex, hex.length === 64]);
    }
    for (const { string } of invalid.filter(({ alphabet }) => alphabet === 'base58')) {
      if (typeof string === 'string') expect(isAccepted(string)).toBe(false);
    }
  });

  it("of a distributor's API: the same wallets", () => {
    const { evm, solana } = read<Record<'evm' | 'solana', { valid: string[]; invalid: string[] }>>(
      'sablier-merkle-api/address-vectors.json',
    );
    for (const text of evm.valid) expect(parseWallet(text).type).toBe('evm');
    for (const text of solana.valid) expect(parseWallet(text).type).toBe('solana');
    for (const text of [...evm.invalid, ...solana.invalid]) expect(isAccepted(text)).toBe(false);
  });
});
