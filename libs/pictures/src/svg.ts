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

/** Text as XML: markup is escaped, and characters that XML forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** SVG element with its title around the given content, which is XML already. */
export function svg(kind: string, { widthPx, heightPx, title }: PictureOptions, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot ${kind}" role="img" ` +
    `width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">` +
    `<title>${escapeXml(title)}</title>${content}</svg>`
  );
}
