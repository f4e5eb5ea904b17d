import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { createHash } from 'node:crypto';
import { pagePolicy } from '../../platform/responses/page-policy';
import { StaticFile } from '../../platform/responses/static-file';
import { problemPath, PROBLEM_TITLES } from '../../platform/errors/problem';
import { PROBLEM_GUIDES } from './problem-guide';

const STYLE =
  'body{font:16px/1.55 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1a1d23;background:#fff}' +
  'h1{font-size:1.6rem;margin-bottom:.25rem}code{background:#f0f2f5;padding:.1em .35em;border-radius:4px}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #e3e6ea}' +
  'a{color:#0b57d0}@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#14171c}code{background:#262b33}' +
  'td,th{border-color:#2c323b}a{color:#8ab4f8}}';

/** HTML page that explains one problem. It contains nothing from the request. */
export function problemPage(code: ProblemCode): StaticFile {
  const { when, remedy } = PROBLEM_GUIDES[code];
  return page(
    PROBLEM_TITLES[code],
    `<p>Status <code>${PROBLEM_STATUS[code]}</code>, code <code>${code}</code></p>` +
      `<h2>Cause</h2><p>${escapeHtml(when)}</p><h2>Resolution</h2><p>${escapeHtml(remedy)}</p>` +
      '<p><a href="/problems">All problems</a> · <a href="/docs">API reference</a></p>',
  );
}

/** HTML page that lists all problems. */
export function problemIndexPage(): StaticFile {
  const rows = (Object.keys(PROBLEM_STATUS) as ProblemCode[]).map(
    (code) =>
      `<tr><td>${PROBLEM_STATUS[code]}</td><td><a href="${problemPath(code)}">${code}</a></td>` +
      `<td>${escapeHtml(PROBLEM_GUIDES[code].when)}</td></tr>`,
  );
  return page(
    'Problems',
    `<p>All errors that the API can return, as problem details (RFC 9457). Branch on <code>code</code>.</p>` +
      `<table><tr><th>Status</th><th>Code</th><th>Cause</th></tr>${rows.join('')}</table>`,
  );
}

/** Content security policy that permits only the inline style of the page. */
const POLICY = pagePolicy(`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`);

const page = (title: string, body: string): StaticFile =>
  new StaticFile(Buffer.from(htmlOf(title, body)), 'text/html; charset=utf-8', POLICY);

const htmlOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)} · Droptrack</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>\n`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
