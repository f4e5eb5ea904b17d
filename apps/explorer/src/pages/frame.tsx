import type { ApiCall, Stale } from '../api/api-session';
import { Calls } from '../parts/calls';
import { formatInstant, formatSeconds, formatTime } from '../parts/format';
import { plainName } from '../parts/name';
import type { PageView } from '../server/page';

/** Facts of a response around the content of its page. */
export interface FrameProps {
  readonly view: PageView;
  /** Path of the page, for the mark in the navigation. */
  readonly path: string;
  readonly calls: readonly ApiCall[];
  readonly asOf: string | null;
  /** Reason for which the content is an earlier state; null for the current one. */
  readonly stale: Stale | null;
  readonly apiUrl: string;
  /** Path of an asset with the hash of its content. */
  readonly assetPath: (name: string) => string;
}

const NAVIGATION = [
  ['/', 'Drops'],
  ['/calendar', 'Calendar'],
  ['/check', 'Check a wallet'],
  ['/about', 'About'],
  ['/status', 'Status'],
] as const;

/** The document that all pages share. */
export const Frame = ({ view, path, calls, asOf, stale, apiUrl, assetPath }: FrameProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1116" media="(prefers-color-scheme: dark)" />
      <title>{`${plainName(view.title)} · Droptrack`}</title>
      <link rel="stylesheet" href={assetPath('site.css')} />
      <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
      {view.islands?.map((island) => (
        <script key={island} type="module" src={assetPath(`${island}.js`)} />
      ))}
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Header path={path} />
      <main id="content">
        {stale !== null && <StaleNotice stale={stale} asOf={asOf} />}
        {view.content}
        <Calls calls={calls} apiUrl={apiUrl} />
      </main>
      <Footer asOf={asOf} apiUrl={apiUrl} />
    </body>
  </html>
);

const StaleNotice = ({ stale, asOf }: { readonly stale: Stale; readonly asOf: string | null }) => (
  <p class="notice notice-warn" role="status">
    {stale.cause === 'limit' ? 'This site has reached the limit of its API key' : 'The API does not respond'}. This page
    shows the state of {asOf === null ? 'an earlier time' : formatInstant(asOf)}. Reload it in{' '}
    {formatSeconds(stale.retryAfterSeconds)} to try again.
  </p>
);

const Header = ({ path }: Pick<FrameProps, 'path'>) => (
  <header class="site-header">
    <a class="brand" href="/">
      <Mark />
      Droptrack
    </a>
    <nav aria-label="Site">
      <ul>
        {NAVIGATION.map(([href, text]) => (
          <li key={href}>
            <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </header>
);

const Footer = ({ asOf, apiUrl }: Pick<FrameProps, 'asOf' | 'apiUrl'>) => (
  <footer class="site-footer">
    <p>
      {asOf !== null && (
        <>
          Data as of{' '}
          <time dateTime={asOf} title={formatInstant(asOf)}>
            {formatTime(asOf)}
          </time>
          .{' '}
        </>
      )}
      No figure on this site is investment advice.
    </p>
    <p>This site sets no cookies, loads nothing from other sites, and stores no wallet.</p>
    <ul>
      <li>
        <a href="/about">How scores come about</a>
      </li>
      <li>
        <a href={`${apiUrl}/docs`}>API reference</a>
      </li>
    </ul>
  </footer>
);

/** The mark of the site: a drop. */
const Mark = () => (
  <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <path d="M16 2c6 8 10 12 10 18a10 10 0 0 1-20 0C6 14 10 10 16 2z" />
  </svg>
);

const isCurrent = (href: string, path: string): boolean =>
  href === '/' ? path === '/' || path.startsWith('/drops/') : path === href;
