import type { Hash } from '@droptrack/eligibility';
import {
  type ColumnNames,
  type DetectedTree,
  detectFormat,
  detectTree,
  type ListFormat,
  mapsBesideList,
  noteOfMap,
  type ReadingTerms,
} from '@droptrack/eligibility/formats';
import { CliError } from '../../../output/cli-error';
import type { ListFilesOptions } from './open-list-files';
import { type AmountUnit, assertOptionsFit, contractAmount } from './reading-terms';

/** Facts that the start of a list shows, beside what the caller states. */
interface DetectedList {
  readonly format: ListFormat;
  /** Null if it is neither declared nor shown, for formats that need none. */
  readonly unit: AmountUnit | null;
  readonly columns: ColumnNames;
  /** Tree of the published proofs, if it is to be detected; `unknown` if they are of another one; null without proofs. */
  readonly tree: DetectedTree | 'unknown' | null;
  /** Parts of the file that are not read, although they could be of a list; one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Detects format, place, tree and unit of a list.
 *
 * @param start - first bytes of its first file, uncompressed.
 * @throws {CliError} if the format cannot be detected, or an option does not fit it.
 */
export function detectList(start: Uint8Array, file: string, options: ListFilesOptions, hash: Hash): DetectedList {
  const maps = mapsBesideList(start);
  const beside = maps.map(({ path }) => path);
  const format = options.format === 'auto' ? formatOf(start, file, beside) : options.format;
  const declared = { ...options.columns, beside };
  const tree = canDetectTree(format, options) ? detectTree(start, format, declared, hash, amountOfLeaf(options)) : null;
  const found = tree === null || tree === 'unknown' ? null : tree;
  // Proofs of amounts in base units prove their unit.
  const unit = found === null || (options.each ?? null) !== null ? options.unit : 'base';
  assertOptionsFit(format, { ...options, unit }, options.columns);
  const notes = MAP_FORMATS.includes(format) ? maps.flatMap((map) => noteOfMap(map) ?? []) : [];
  return { format, unit, columns: found?.columns ?? declared, tree, notes };
}

function formatOf(start: Uint8Array, file: string, beside: ColumnNames['beside']): ListFormat {
  const format = detectFormat(start, beside);
  if (format !== null) return format;
  throw new CliError('unknown_format', `${file} is JSON of an unknown format`, {
    hint: 'Pass --format if it is one of the supported formats, such as --format map for an object whose names are wallets; otherwise convert it to CSV.',
  });
}

/** Formats that are read from an object with wallets as names. */
const MAP_FORMATS: readonly ListFormat[] = ['map', 'uniswap'];
/** Formats whose rows can have proofs of several trees. */
const PROVEN_FORMATS: readonly ListFormat[] = ['json', 'ndjson', 'map', 'uniswap', 'merkl'];

/** Proofs are followed from amounts as the files state them, which are those of the leaves in base units only. */
function canDetectTree(format: ListFormat, { detectsTree, each, index, hex, unit, needsAmounts }: ListFilesOptions) {
  const isBase = unit !== 'token' || (each ?? null) !== null;
  const isAsPublished = (index ?? null) === null && hex?.wallets !== true && isBase;
  return detectsTree === true && needsAmounts && isAsPublished && PROVEN_FORMATS.includes(format);
}

/** Amount of a leaf; leaves of rows without amounts have none, or that of each row. */
function amountOfLeaf({ each, unit, hex }: ListFilesOptions): ReadingTerms['amount'] {
  const read = contractAmount(hex);
  if (each === null || each === undefined) return read;
  return unit === 'base' && /^[0-9]{1,78}$/.test(each) ? read(each) : 0n;
}
