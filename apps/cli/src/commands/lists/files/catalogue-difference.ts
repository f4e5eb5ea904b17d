import type { ListKind } from '@droptrack/catalogue';
import {
  type FigurePair,
  type FiguresOfList,
  isAbove,
  isShort,
  pairFigures,
  type StatedFigures,
} from '@droptrack/eligibility';

/** Factor between listed and declared total from which the unit is probably wrong. */
const UNIT_FACTOR = 1_000n;

/** Figures of a loaded list. */
interface ComparedList extends FiguresOfList {
  readonly kind: ListKind;
}

/**
 * Description of a list whose wallets or total differ by more than 10 % from the catalogue: all figures that can be compared,
 * and a question about the unit if the totals differ by a factor of a thousand. Such a list is well formed, but checks could
 * not answer from it, and `catalogue apply` compares the same figures.
 *
 * @param others - other active allocation lists of the drop: the catalogue states the figures of all of them together.
 * @returns `1 wallet (catalogue: 250000), …`; null without a difference, for an exclusion list, and if the catalogue states no
 *   figure.
 */
export function catalogueDifference(
  list: ComparedList,
  definition: StatedFigures,
  others: readonly FiguresOfList[] = [],
): string | null {
  if (list.kind === 'exclusion') return null;
  const isBelow = shortPairs([list, ...others], definition, list).length > 0;
  if (!isBelow && abovePairs(list, definition).length === 0) return null;
  const pairs = pairFigures(isBelow ? [list, ...others] : [list], definition);
  const shown = pairs.filter((pair) => pair.is === 'count' || isShort(pair));
  const doubt = shown.some(isOtherUnit) ? '. Is the unit right?' : '';
  return `${shown.map(({ text }) => text).join(', ')}${doubt}`;
}

/**
 * Figures of the catalogue that are above those of all lists together by more than the tolerance. None while further lists are
 * awaited.
 *
 * @param whole - list after which no other is awaited, unless it has a name or is a part.
 */
export const shortPairs = (
  all: readonly FiguresOfList[],
  definition: StatedFigures,
  whole: FiguresOfList,
): readonly FigurePair[] => (isPart(whole) ? [] : pairFigures(all, definition).filter(isShort));

/**
 * Figures of the distribution that a list exceeds by more than the tolerance. The number of eligible wallets may count a part of
 * them, such as those that claimed.
 */
export const abovePairs = (list: FiguresOfList, definition: StatedFigures): readonly FigurePair[] =>
  pairFigures([list], definition).filter((pair) => pair.path[0] === 'distribution' && isAbove(pair));

/** True for a list beside which others are awaited: one with a name, or a part of the published list. */
const isPart = ({ name = '', part = false }: FiguresOfList): boolean => name !== '' || part;

const isOtherUnit = ({ path, listed, declared }: FigurePair): boolean =>
  path[1] === 'tokens' && declared !== 0n && (listed > declared * UNIT_FACTOR || declared > listed * UNIT_FACTOR);
