/** Markup of a page. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** Content of a template: text, markup, or a list of them; nothing for null and undefined. */
export type Content = Html | string | number | null | undefined | readonly Content[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Template of markup, without its indentation. Values are text, which is escaped, unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly Content[]): Html =>
  new Html(parts.map((part, index) => part.replace(/\n\s+/g, '\n') + textOf(values[index])).join(''));

function textOf(content: Content): string {
  if (content === null || content === undefined) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'object') return content.map(textOf).join('');
  return String(content).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
