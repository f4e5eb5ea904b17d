/**
 * Advance widths of Verdana in thousandths of its size, for the characters from U+0020 to U+007E. Other fonts that
 * readers may have instead are at most as wide.
 */
const ASCII_WIDTHS = [
  352, 394, 459, 818, 636, 1076, 727, 269, 454, 454, 636, 818, 364, 454, 364, 454, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 454, 454, 818, 818, 818, 545, 1000, 684, 686, 698, 771, 632, 575, 775, 751, 421, 455, 693, 557, 843,
  748, 787, 603, 787, 695, 684, 616, 732, 684, 989, 685, 615, 685, 454, 454, 454, 818, 636, 636, 601, 623, 521, 623,
  596, 352, 623, 633, 274, 344, 592, 274, 973, 633, 607, 623, 623, 427, 521, 394, 633, 592, 818, 592, 592, 525, 635,
  454, 635, 818,
] as const;
const FIRST_CODE = 0x20;
/** Width of a capital letter with a diacritic, a Cyrillic letter and the like. */
const OTHER_WIDTH = 790;
/** Width of ideographs, syllables and pictographs, which fill a square. */
const FULL_WIDTH = 1000;
/** First code of the scripts whose characters fill a square. */
const FULL_WIDTH_FROM = 0x1100;
/** Marks above or below the character before them. */
const COMBINING = /\p{M}/u;

/** Width of a text in pixels, estimated from the widths of its characters. */
export function textWidthPx(text: string, fontSizePx: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf(character);
  return (thousandths * fontSizePx) / 1000;
}

function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const known = ASCII_WIDTHS[code - FIRST_CODE];
  if (known !== undefined) return known;
  if (COMBINING.test(character)) return 0;
  return code >= FULL_WIDTH_FROM ? FULL_WIDTH : OTHER_WIDTH;
}

const ELLIPSIS = '…';

/** Text that fits into a width: itself, or its beginning with an ellipsis. Empty if not even that fits. */
export function fitText(text: string, fontSizePx: number, widthPx: number): string {
  if (textWidthPx(text, fontSizePx) <= widthPx) return text;
  let fitting = '';
  let leftPx = widthPx - textWidthPx(ELLIPSIS, fontSizePx);
  for (const character of text) {
    leftPx -= textWidthPx(character, fontSizePx);
    if (leftPx < 0) break;
    fitting += character;
  }
  return fitting === '' ? '' : `${fitting.trimEnd()}${ELLIPSIS}`;
}
