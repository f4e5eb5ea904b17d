import { parseUrl } from '@droptrack/resilience';
/** Address of a claim page as it is shown. */
interface ClaimLink {
  readonly url: string;
  readonly host: string;
  /** True if the page is on the official site of the drop, so that it may be a link. */
  readonly isOfficial: boolean;
}

/**
 * The claim page of a drop. Most theft around drops happens on look-alike claim pages, and an event can name any page as its
 * address; so only `https:` pages of the official site are official: those on its host or below it. A site with a path can
 * be on a host that projects share, so pages of it are on the same host and below the path.
 *
 * @returns null for a text that is not an address of the web.
 */
export function claimLinkOf(url: string | null, siteUrl: string | null): ClaimLink | null {
  const page = parsed(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return null;
  const { href, host, protocol, port, username } = page;
  const isPlain = protocol === 'https:' && port === '' && username === '';
  return { url: href, host, isOfficial: isPlain && isOfSite(page, parsed(siteUrl)) };
}

function isOfSite(page: URL, site: URL | null): boolean {
  if (site === null || site.protocol !== 'https:' || site.hostname === '') return false;
  const [host, siteHost] = [withoutWww(page), withoutWww(site)];
  const path = withSlash(site.pathname);
  if (path !== '/') return host === siteHost && withSlash(page.pathname).startsWith(path);
  return host === siteHost || host.endsWith(`.${siteHost}`);
}

const withoutWww = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

const parsed = (url: string | null): URL | null => (url === null ? null : parseUrl(url));
