import { keccak_256 } from '@noble/hashes/sha3';
import { parseContractAmount } from '../amount/token-amount';
import { USUAL_COLUMNS } from './columns';
import type { ReadingTerms } from './entry-reader';
import { type EntryViolation, UnreadableListError } from './errors';
import type { ListEntry } from './list-entry';
import type { ListFormat } from './list-format';
import { listReader } from './list-reader';
import { MetadataCollector } from './list-metadata';
import { walletReader } from './wallet-reader';

/** Wallets of tests. */
export const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const TERMS: ReadingTerms = { wallet: walletReader(keccak_256), families: ['evm'], amount: parseContractAmount };

/** Reads a document, given as a value or as text. */
export function read(format: ListFormat, given: unknown, over: Partial<ReadingTerms> = {}, columns = USUAL_COLUMNS) {
  const entries: ListEntry[] = [];
  const violations: EntryViolation[] = [];
  const metadata = new MetadataCollector();
  const sink = { entry: (e: ListEntry) => entries.push(e), violation: (v: EntryViolation) => violations.push(v) };
  const reader = listReader(format, { terms: { ...TERMS, ...over }, columns, sink, metadata });
  try {
    const bytes = new TextEncoder().encode(typeof given === 'string' ? given : JSON.stringify(given));
    // One buffer for all chunks, as when reading a file.
    const piece = new Uint8Array(11);
    for (let at = 0; at < bytes.length; at += piece.length) {
      piece.set(bytes.subarray(at, at + piece.length));
      reader.write(piece.subarray(0, bytes.length - at));
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof UnreadableListError)) throw error;
    violations.push({ line: error.line, message: error.message });
  }
  for (const { message } of violations) expect(message).not.toMatch(/d8dA6BF|52908400|987/);
  return { entries, violations, metadata: metadata.facts };
}
type Found = ReturnType<typeof read>;

/** Members of the entries that are set, and the violations. */
export const summary = ({ entries, violations }: Found) => [
  ...entries.map(({ line, wallet, amount, index, breakdown, proof }) => [
    line,
    wallet.address,
    amount,
    ...(index === null ? [] : [index]),
    ...breakdown.map(({ reason, amount: part }) => `${reason} ${part}`),
    ...(proof === null ? [] : [proof.length]),
  ]),
  ...violations.map(({ line, message }) => [line, message]),
];
