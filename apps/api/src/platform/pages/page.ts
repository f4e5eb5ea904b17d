import { StaticFile } from '../responses/static-file';
import { pagePolicy } from '../responses/page-policy';
import { type Content, html } from './html';

/** A page of the API for people. */
export interface PageContent {
  /** Without the name of the service. */
  readonly title: string;
  readonly content: Content;
  /** Links beside the content; absent for pages without. */
  readonly navigation?: Content;
}

/** Addresses of the files that pages load. */
const STYLE_PATH = '/docs/reference.css';
const ICON_PATH = '/docs/icon.svg';

/** Pages load the style sheet and the icon of their own deployment, and nothing else: no scripts, no forms. */
const POLICY = pagePolicy("style-src 'self'", "img-src 'self'");

const DROP = 'M16 2c6 8 10 12 10 18a10 10 0 0 1-20 0C6 14 10 10 16 2z';

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f6feb" d="${DROP}"/></svg>`;

/** Renders a page in the frame of all pages. Its addresses have no host, so that it works behind proxies. */
export const renderPage = ({ title, content, navigation }: PageContent): StaticFile =>
  new StaticFile(
    Buffer.from(`<!doctype html>${String(frame({ title, content, navigation }))}\n`),
    'text/html; charset=utf-8',
    POLICY,
  );

const frame = ({ title, content, navigation }: PageContent) =>
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Droptrack</title>
      <link rel="stylesheet" href="${STYLE_PATH}" />
      <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    </head>
    <body>
      <a class="skip" href="#content">Skip to content</a>
      <header>
        <a class="brand" href="/docs"
          ><svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="${DROP}" /></svg>Droptrack API</a
        >
        <nav aria-label="Site">
          <a href="/docs">Reference</a> <a href="/problems">Problems</a> <a href="/v1/openapi.json">OpenAPI</a>
        </nav>
      </header>
      <div class="columns">
        ${navigation === undefined ? null : html`<nav class="side" aria-label="Reference">${navigation}</nav>`}
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </div>
    </body>
  </html>`;
