import { type Content, type Html, html } from '../../platform/pages/html';

/** Address that a text in `code` refers to; null for none. */
export type LinkOf = (code: string) => string | null;

const FENCE = /^```\n([^]*)\n```$/;
const NUMBERED = /^\d+\. /;

/**
 * Markup of the descriptions of the document: paragraphs, headings of level 2, lists, tables, fenced code, `code`, bold text
 * and links. Nothing else of Markdown occurs in them, which a test checks.
 */
export const renderMarkdown = (text: string, linkOf: LinkOf = () => null): Html[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => renderBlock(block, (line) => renderText(line, linkOf)));

function renderBlock(block: string, inline: (line: string) => Content): Html {
  const [, code] = FENCE.exec(block) ?? [];
  if (code !== undefined) return html`<pre tabindex="0"><code>${code}</code></pre>`;
  const lines = block.split('\n');
  const items = (marker: RegExp): Html[] => lines.map((line) => html`<li>${inline(line.replace(marker, ''))}</li>`);
  if (block.startsWith('## ')) return html`<h2>${inline(block.slice(3))}</h2>`;
  if (block.startsWith('- '))
    return html`<ul>
      ${items(/^- /)}
    </ul>`;
  if (NUMBERED.test(block))
    return html`<ol>
      ${items(NUMBERED)}
    </ol>`;
  if (block.startsWith('|')) return renderTable(lines, inline);
  return html`<p>${inline(lines.join(' '))}</p>`;
}

function renderTable([head = '', , ...rows]: readonly string[], inline: (line: string) => Content): Html {
  const cellsOf = (row: string): string[] =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const names = cellsOf(head);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${names.join(', ')}">
    <table>
      <thead>
        <tr>
          ${names.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cellsOf(row).map((cell) => html`<td>${inline(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Text of one line. Code comes first, because it may contain the marks of the others. */
export const renderText = (text: string, linkOf: LinkOf = () => null): Content =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('`')) return renderCode(part.slice(1, -1), linkOf);
    if (part.startsWith('*')) return html`<strong>${renderText(part.slice(2, -2), linkOf)}</strong>`;
    const [, label = '', url = ''] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
    return html`<a href="${url}">${label}</a>`;
  });

function renderCode(code: string, linkOf: LinkOf): Html {
  const link = linkOf(code);
  const text = html`<code>${code}</code>`;
  return link === null ? text : html`<a href="${link}">${text}</a>`;
}
