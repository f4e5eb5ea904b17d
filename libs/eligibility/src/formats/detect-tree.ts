import { type ProofFormat, WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { parseContractAmount } from '../amount/token-amount';
import { type Hash, InvalidTreeError } from '../tree/hash';
import type { LeafFields, ListLeafField } from '../tree/leaf-fields';
import { parentHash } from '../tree/tree-kind';
import { treeKind } from '../tree/tree-kinds';
import { hexOf } from './bytes';
import type { ColumnNames } from './columns';
import { UnreadableListError } from './errors';
import type { ReadingTerms } from './entry-reader';
import type { ListEntry } from './list-entry';
import type { ListFormat } from './list-format';
import { MetadataCollector } from './list-metadata';
import { listReader } from './list-reader';
import { walletReader } from './wallet-reader';

/** Tree that the published proofs of a list belong to. */
export interface DetectedTree {
  readonly format: ProofFormat;
  /** Fields of its leaves; absent for the usual ones of the format. */
  readonly fields?: LeafFields;
  /** Columns of the list, with the claim index where the leaves have one. */
  readonly columns: ColumnNames;
}

const FAMILIES: readonly WalletType[] = WALLET_TYPES;
const field = (type: string, is: ListLeafField['is']): ListLeafField => ({ type, is, value: null });
/** Leaves without the claim index that the rows have. */
const NO_INDEX: LeafFields = [field('address', 'wallet'), field('uint256', 'amount')];

const INDEX = field('uint256', 'index');
const WALLET = field('address', 'wallet');
const TOKEN = field('address', 'token');
const AMOUNT = field('uint256', 'amount');
/** Leaves of several tokens in one tree: those of Merkl, and of cumulative distributors. */
const OF_TOKENS: readonly LeafFields[] = [
  [WALLET, TOKEN, AMOUNT],
  [TOKEN, WALLET, AMOUNT],
  [INDEX, WALLET, TOKEN, AMOUNT],
  [INDEX, TOKEN, WALLET, AMOUNT],
];
/** Encodings of leaves with fields. */
const ENCODINGS = ['abi', 'packed', 'openzeppelin'] as const;

/** Leaves whose fields are known without further statements, by the name of their usual tree. */
const CANDIDATES: readonly Pick<DetectedTree, 'format' | 'fields'>[] = [
  { format: 'uniswap' },
  { format: 'ens' },
  { format: 'openzeppelin' },
  { format: 'openzeppelin', fields: NO_INDEX },
  { format: 'abi' },
  { format: 'abi', fields: NO_INDEX },
  { format: 'cosmwasm' },
  { format: 'solana_keccak' },
  ...OF_TOKENS.flatMap((fields) => ENCODINGS.map((format) => ({ format, fields }))),
  // Of an allowlist.
  ...ENCODINGS.map((format) => ({ format, fields: [WALLET] })),
];

/** Entries that are compared. */
const ENTRIES_MAX = 16;
const ENOUGH = new Error('Enough entries were read');

/**
 * Detects the tree of a list from the published proofs at the start of its file: the leaves from which the proofs of at least two
 * entries lead to one root, or that of one entry to a root that the file states before. The amounts must be in base units, and
 * the pairs of the tree sorted.
 *
 * @param start - first bytes, uncompressed; 64 KiB are enough.
 * @param amount - parses an amount in base units; throws InvalidAmountError.
 * @returns `unknown` for proofs of another tree; null without proofs.
 */
export function detectTree(
  start: Uint8Array,
  format: ListFormat,
  columns: ColumnNames,
  hash: Hash,
  amount: ReadingTerms['amount'] = parseContractAmount,
): DetectedTree | 'unknown' | null {
  const withIndex = columns.index === null ? { ...columns, index: 'index' } : columns;
  for (const tried of columns.index === null ? [withIndex, columns] : [columns]) {
    const { entries, root } = provenEntries(start, format, tried, hash, amount);
    if (entries.length === 0) continue;
    const found = CANDIDATES.find((candidate) => leadsToOneRoot(candidate, entries, root, hash));
    return found === undefined ? 'unknown' : { ...found, columns: tried };
  }
  return null;
}

/** Entries with proofs at the start of a file, and the root that it states up to there. */
function provenEntries(
  start: Uint8Array,
  format: ListFormat,
  columns: ColumnNames,
  hash: Hash,
  amount: ReadingTerms['amount'],
) {
  const entries: ListEntry[] = [];
  const metadata = new MetadataCollector();
  const entry = (read: ListEntry): void => {
    if (read.proof !== null) entries.push(read);
    if (entries.length === ENTRIES_MAX) throw ENOUGH;
  };
  const terms = {
    wallet: walletReader((bytes) => hash.keccak256(bytes)),
    families: FAMILIES,
    amount,
  };
  // Errors are reported when the list is read.
  const sink = { entry, violation: () => undefined };
  try {
    listReader(format, { terms, columns, sink, metadata }).write(start);
  } catch (error) {
    if (error !== ENOUGH && !(error instanceof UnreadableListError)) throw error;
  }
  return { entries, root: metadata.facts.root };
}

/** True if two different leaves lead to one root, or one to the declared root: a single leaf leads to some root anyway. */
function leadsToOneRoot(
  { format, fields }: Pick<DetectedTree, 'format' | 'fields'>,
  entries: readonly ListEntry[],
  declared: string | null,
  hash: Hash,
): boolean {
  const kind = treeKind(format);
  const leafOf = new Map<string, string>();
  return entries.some(({ wallet, amount, index, token, proof }) => {
    try {
      const ofToken = token === undefined ? {} : { token };
      const leaf = { wallet: wallet.bytes, amount, index, ...ofToken, ...(fields !== undefined && { fields }) };
      const node = kind.leafHash(leaf, hash);
      const name = hexOf(node);
      const root = hexOf((proof ?? []).reduce((at, sibling) => parentHash(kind, at, sibling, hash), node));
      const other = leafOf.get(root) ?? name;
      leafOf.set(root, name);
      return root === declared || other !== name;
    } catch (error) {
      if (error instanceof InvalidTreeError) return false;
      throw error;
    }
  });
}
