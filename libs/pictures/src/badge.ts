import type { BadgeTone } from './picture';
import { cleanText, coordinate, escapeXml, titleOf } from './svg';
import { fitText, textWidthPx } from './text-width';

/** Content of a badge. */
export interface Badge {
  readonly label: string;
  readonly value: string;
  readonly tone: BadgeTone;
}

/** Backgrounds of values. White text on each has a contrast of at least 4.5 to 1. */
export const BADGE_COLORS: Readonly<Record<BadgeTone, string>> = {
  plain: '#545d6a',
  good: '#0b6b3a',
  warn: '#8a4b00',
  bad: '#b3261e',
  accent: '#5b3cc4',
};
const LABEL_COLOR = '#2b313a';

const HEIGHT_PX = 20;
const FONT_PX = 11;
const PADDING_PX = 6;
const RADIUS_PX = 3;
const BASELINE_PX = 14;
/** Most of the width of a text; the rest of it is an ellipsis. */
const TEXT_WIDTH_MAX_PX = 300;

/** Text of one half of a badge, with its width. */
interface Half {
  readonly text: string;
  readonly textPx: number;
  readonly widthPx: number;
}

/**
 * Label and value side by side, 20 px high. The text has the computed width in any font. Colours are attributes, so that
 * a badge looks the same wherever it is embedded.
 */
export function badge({ label, value, tone }: Badge): string {
  const [left, right] = [halfOf(label), halfOf(value)];
  const widthPx = left.widthPx + right.widthPx;
  const [r, h] = [RADIUS_PX, HEIGHT_PX];
  // The left half with its own round corners saves a clip path, whose id could collide.
  const labelShape = `M${left.widthPx} 0v${h}H${r}a${r} ${r} 0 0 1 -${r} -${r}V${r}a${r} ${r} 0 0 1 ${r} -${r}z`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${widthPx}" height="${h}" viewBox="0 0 ${widthPx} ${h}">` +
    titleOf(`${label}: ${value}`) +
    `<rect width="${widthPx}" height="${h}" rx="${r}" fill="${BADGE_COLORS[tone]}"/>` +
    `<path d="${labelShape}" fill="${LABEL_COLOR}"/>` +
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_PX}">` +
    textAt(PADDING_PX, left) +
    textAt(left.widthPx + PADDING_PX, right) +
    '</g></svg>'
  );
}

function halfOf(text: string): Half {
  const fitting = fitText(cleanText(text).trim(), FONT_PX, TEXT_WIDTH_MAX_PX);
  const textPx = textWidthPx(fitting, FONT_PX);
  return { text: fitting, textPx, widthPx: Math.ceil(textPx) + 2 * PADDING_PX };
}

const textAt = (x: number, { text, textPx }: Half): string =>
  text === '' ? '' : `<text x="${x}" y="${BASELINE_PX}" textLength="${coordinate(textPx)}">${escapeXml(text)}</text>`;
