/** Rows as a table of Markdown; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A block of TypeScript. */
export const block = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

/** Paragraphs, those that are empty left out. */
export const paragraphs = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** What a heading is linked by, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Turns types into Markdown, their names into links to where they stand on the page. */
export class TypeLinks {
  readonly #anchors: ReadonlyMap<string, string>;
  /** @param anchors - headings by the names of types. */
  constructor(anchors: ReadonlyMap<string, string>) {
    this.#anchors = anchors;
  }

  /** A type as it is written, in code, with a link for each name that is on the page. */
  linked(type: string): string {
    const text = type.replace(/\/\*\*[^]*?\*\//g, '').replace(/\s+/g, ' ');
    const names = [...text.matchAll(/'[^']*'|\b[A-Z]\w*\b/g)].filter(([name]) => this.#anchors.has(name));
    if (names.length === 0) return `\`${text}\``;
    let end = 0;
    let out = '';
    for (const { index, 0: name } of names) {
      out += `${code(text.slice(end, index))}[\`${name}\`](#${this.#anchors.get(name)})`;
      end = index + name.length;
    }
    return out + code(text.slice(end));
  }
}

/** A piece of a type; spaces at its ends stay outside, where Markdown shows them. */
function code(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? before : `${before}\`${inner}\`${after}`;
}
