/** Address of a claim page as it is shown. */
export interface ClaimLink {
  readonly url: string;
  readonly host: string;
  /** True if the page is on the official site of the drop, so that it may be a link. */
  readonly isOfficial: boolean;
}

/**
 * The claim page of a drop. Most theft around drops happens on look-alike claim pages, and an event can name any page as its
 * address; so only `https:` pages on the host of the official site, or below it, are official.
 *
 * @returns null for a text that is not an address of the web.
 */
export function claimLinkOf(url: string | null, siteUrl: string | null): ClaimLink | null {
  const page = parsed(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return null;
  const site = parsed(siteUrl)?.hostname.replace(/^www\./, '') ?? null;
  const { hostname, protocol, port, username } = page;
  const isBelow = site !== null && (hostname === site || hostname.endsWith(`.${site}`));
  return {
    url: page.href,
    host: page.host,
    isOfficial: protocol === 'https:' && port === '' && username === '' && isBelow,
  };
}

const parsed = (url: string | null): URL | null => (url !== null && URL.canParse(url) ? new URL(url) : null);
