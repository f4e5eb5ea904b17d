import { isLockedName, isUnlockedName } from '../amount/vesting';
import type { RecordKind } from './columns';
import { UnreadableListError } from './errors';

/** Name of the whole amount, or of its unlocked part beside `locked_amount`. */
const AMOUNT = 'amount';
/**
 * Columns of distributors on Solana, whose `amount` is the unlocked part: github.com/jup-ag/distributor and
 * github.com/drift-labs/distributor (`merkle-tree/src/csv_entry.rs`).
 */
const LOCKED_AMOUNT = 'locked_amount';
const KEYS: readonly string[] = ['pubkey', 'claimant'];

const isPartName = (name: string): boolean => isLockedName(name) || isUnlockedName(name);

/**
 * Names of the parts of an amount where names alone state them: locked and unlocked ones without a whole, or `amount` and
 * `locked_amount` beside a key of Solana.
 *
 * @param found - names of the columns of a table, or of the members of the first object.
 * @returns empty for a whole amount.
 * @throws {UnreadableListError} for a locked or unlocked part beside a whole amount that may contain it or not.
 */
export function namedParts(
  found: readonly string[],
  line: number,
  kind: RecordKind,
  wholes: readonly string[],
): readonly string[] {
  const parts = found.filter(isPartName);
  if (parts.length === 0) return [];
  const whole = found.find((name) => wholes.includes(name.toLowerCase()));
  if (whole === undefined) return parts.some(isLockedName) && parts.some(isUnlockedName) ? parts : [];
  const lower = found.map((name) => name.toLowerCase());
  const isOfSolana = whole.toLowerCase() === AMOUNT && lower.some((name) => KEYS.includes(name));
  if (isOfSolana && parts.length === 1 && parts[0]?.toLowerCase() === LOCKED_AMOUNT) return [whole, ...parts];
  const noun = kind === 'table' ? 'columns' : 'members';
  const named = [whole, ...parts].map(shown);
  const breakdown = (parts.some(isUnlockedName) ? parts : [whole, ...parts]).map((name) => `breakdown=${shown(name)}`);
  throw new UnreadableListError(
    line,
    `has amounts in the ${noun} ${named.map((name) => `"${name}"`).join(' and ')}: name all parts with ` +
      `--columns ${breakdown.join()}, or the whole with --columns amount=${shown(whole)}`,
  );
}

/** Names that stand for amounts and are not read, such as `locked_amount` beside a declared whole. */
export const unreadAmounts = (found: readonly string[], read: readonly string[]): readonly string[] =>
  found.filter((name) => !read.includes(name) && (isPartName(name) || /(?:^|[^a-z])amount(?![a-z])|Amount/.test(name)));

/** Sentence about amounts that are not read. */
export const unreadSentence = (names: readonly string[]): string =>
  `Not read: ${names.map((name) => `"${shown(name)}"`).join(', ')}. If the allocation contains that, name it with --columns.`;

const NAME_LENGTH_MAX = 40;
const shown = (name: string): string => (name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name);
