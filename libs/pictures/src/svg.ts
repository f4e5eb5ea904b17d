import type { PictureOptions } from './picture';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Characters that XML 1.0 forbids even as references, lone surrogates among them.
 * @see https://www.w3.org/TR/xml/#charsets
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;
/** Characters that change the direction of the text around them. */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text without characters that XML forbids, which become U+FFFD, and without bidirectional controls. */
export const cleanText = (text: string): string => text.replace(FORBIDDEN, '\ufffd').replace(BIDIRECTIONAL, '');

/** Clean text as XML, in elements and in attributes. */
export const escapeXml = (text: string): string =>
  cleanText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Coordinate with one decimal, in the fewest characters. */
export const coordinate = (px: number): string => String(Math.round(px * 10) / 10 || 0);

/** Title of an element, which browsers show on hover. */
export const titleOf = (text: string): string => `<title>${escapeXml(text)}</title>`;

/** Position of a label, and the side of it that is at that position. */
export interface LabelPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'middle' | 'end' | undefined;
}

/** Text of a picture. */
export function label(text: string, { x, y, anchor }: LabelPosition): string {
  const anchored = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${coordinate(x)}" y="${coordinate(y)}"${anchored}>${escapeXml(text)}</text>`;
}

/** SVG element with its title around the given content, which is XML already. */
export function svg(kind: string, { widthPx, heightPx, title }: PictureOptions, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot ${kind}" role="img" ` +
    `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">${titleOf(title)}${content}</svg>`
  );
}
