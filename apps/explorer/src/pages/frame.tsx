import { FAILURE_SENTENCES } from '../api/api-failure';
import type { ApiCall, Shortfall } from '../api/call-record';
import { Calls } from '../parts/calls';
import { formatInstant, formatSeconds, formatTime } from '../parts/format';
import { plainName } from '../parts/name';
import type { PageView } from './page';

/** Facts of a response around the content of its page. */
export interface FrameProps {
  readonly view: PageView;
  /** Path of the page, for the mark in the navigation. */
  readonly path: string;
  readonly calls: readonly ApiCall[];
  readonly asOf: string | null;
  /** Null for content that is current and complete. */
  readonly shortfall: Shortfall | null;
  readonly apiUrl: string;
  /** Base URL of this site. */
  readonly siteUrl: string;
  /** Path of an asset with the hash of its content. */
  readonly assetPath: (name: string) => string;
}

const NAVIGATION = [
  ['/', 'Drops'],
  ['/calendar', 'Calendar'],
  ['/outcomes', 'Outcomes'],
  ['/check', 'Check a wallet'],
  ['/developers', 'Developers'],
  ['/about', 'About'],
  ['/status', 'Status'],
] as const;

/** The document that all pages share. */
export const Frame = ({ view, path, calls, asOf, shortfall, apiUrl, siteUrl, assetPath }: FrameProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1116" media="(prefers-color-scheme: dark)" />
      <title>{`${plainName(view.title)} · Droptrack`}</title>
      <Preview view={view} path={path} siteUrl={siteUrl} />
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
        {shortfall !== null && (view.status ?? 200) === 200 && <ShortfallNotice shortfall={shortfall} asOf={asOf} />}
        {view.content}
        {view.hidesCalls !== true && <Calls calls={calls} apiUrl={apiUrl} />}
      </main>
      <Footer asOf={asOf} apiUrl={apiUrl} />
    </body>
  </html>
);

/** What search engines and previews of links read. Lists with filters are the same page to them. */
const Preview = ({ view, path, siteUrl }: Pick<FrameProps, 'view' | 'path' | 'siteUrl'>) => {
  const { title, description } = view;
  if (description === undefined) return <meta name="robots" content="noindex" />;
  const url = `${siteUrl}${path === '/' ? '/' : path.replace(/\/$/, '')}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Droptrack" />
      <meta property="og:title" content={plainName(title)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
    </>
  );
};

interface ShortfallNoticeProps {
  readonly shortfall: Shortfall;
  readonly asOf: string | null;
}

const ShortfallNotice = ({ shortfall, asOf }: ShortfallNoticeProps) => (
  <p class="notice notice-warn" role="status">
    {FAILURE_SENTENCES[shortfall.cause]}.{' '}
    {shortfall.isEarlier && `This page shows the state of ${asOf === null ? 'an earlier time' : formatInstant(asOf)}. `}
    {shortfall.isIncomplete && 'Parts of this page may be missing. '}
    Reload it in {formatSeconds(shortfall.retryAfterSeconds)} to try again.
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
