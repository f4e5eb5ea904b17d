import type { BadgeTone } from './picture';
import { escapeXml, svg } from './svg';

/** Content of a badge. */
export interface Badge {
  readonly label: string;
  readonly value: string;
  readonly tone: BadgeTone;
}

/** Label and value side by side, 20 px high. */
export function badge({ label, value, tone }: Badge): string {
  const title = `${label}: ${value}`;
  return svg('badge', { widthPx: 100, heightPx: 20, title }, `<text class="${tone}" y="14">${escapeXml(title)}</text>`);
}
