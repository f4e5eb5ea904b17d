import type { ListGap } from '@droptrack/contracts';
import { type FiguresOfList, isShort, pairFigures, type StatedFigures } from './compare-figures';

/**
 * Reason for which the active allocation lists of a drop cannot show that a wallet has no allocation; null if they can, as
 * far as is known: the unnamed list is among them or the catalogue states a figure, no figure is far above theirs, and no row
 * was left out.
 *
 * @param lists - all active allocation lists of the drop.
 */
export function listGapOf(lists: readonly FiguresOfList[], definition: StatedFigures): ListGap | null {
  if (lists.length === 0) return { code: 'no_list', message: 'No allocation list is loaded here.' };
  const pairs = pairFigures(lists, definition).filter(({ is }) => is === 'count');
  const short = pairs.filter(isShort);
  const subject = lists.length === 1 ? 'The loaded list has' : `The ${lists.length} loaded lists together have`;
  if (short.length > 0) {
    return { code: 'short', message: `${subject} only ${short.map(({ text }) => text).join(' and ')}.` };
  }
  const leftOut = lists.reduce((sum, list) => sum + (list.left_out ?? 0), 0);
  if (leftOut > 0) return { code: 'left_out', message: leftOutMessage(leftOut) };
  if (pairs.length > 0 || lists.some(isWhole)) return null;
  return { code: 'unconfirmed', message: UNCONFIRMED };
}

/** The unnamed list is the whole distribution unless the catalogue states more; a list with a name is one of several. */
const isWhole = ({ name = '', part = false }: FiguresOfList): boolean => name === '' && !part;

const leftOutMessage = (rows: number): string =>
  rows === 1
    ? 'A row of the files of the lists had errors and was left out.'
    : `${rows} rows of the files of the lists had errors and were left out.`;

const UNCONFIRMED =
  'The loaded lists are parts of the distribution, and the catalogue states neither its wallets nor its tokens, so further ones may be missing.';
