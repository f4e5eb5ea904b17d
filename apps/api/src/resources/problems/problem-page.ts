import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { problemPath, PROBLEM_TITLES } from '../../platform/errors/problem';
import { html } from '../../platform/pages/html';
import { renderPage } from '../../platform/pages/page';
import type { StaticFile } from '../../platform/responses/static-file';
import { PROBLEM_GUIDES } from './problem-guide';

/** HTML page that explains one problem. It contains nothing from the request. */
export function problemPage(code: ProblemCode): StaticFile {
  const { when, remedy } = PROBLEM_GUIDES[code];
  return renderPage({
    title: PROBLEM_TITLES[code],
    content: html`<div class="prose">
      <p>Status <code>${PROBLEM_STATUS[code]}</code>, code <code>${code}</code></p>
      <h2>Cause</h2>
      <p>${when}</p>
      <h2>Resolution</h2>
      <p>${remedy}</p>
      <p><a href="/problems">All problems</a> · <a href="/docs">API reference</a></p>
    </div>`,
  });
}

/** HTML page that lists all problems. */
export function problemIndexPage(): StaticFile {
  const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[];
  return renderPage({
    title: 'Problems',
    content: html`<p class="prose">
        All errors that the API can return, as problem details (RFC 9457). Branch on <code>code</code>.
      </p>
      <dl class="fields prose">
        ${codes.map(
          (code) =>
            html`<div>
              <dt>
                <a href="${problemPath(code)}"><code>${code}</code></a> <span>${PROBLEM_STATUS[code]}</span>
              </dt>
              <dd>${PROBLEM_GUIDES[code].when}</dd>
            </div>`,
        )}
      </dl>`,
  });
}
