/** What shops and newsletters add to an address to see where readers come from; it names no other page. */
const TRACKING = new Set([
  'cmpid',
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'guccounter',
  'igsh',
  'igshid',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'ncid',
  'oly_anon_id',
  'oly_enc_id',
  'ref',
  'ref_src',
  'ref_url',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'yclid',
  '_hsenc',
  '_hsmi',
]);
/** Longer addresses are no article's. */
const LENGTH_MAX = 2_000;

/**
 * One text for all addresses of the same page: `https`, the host without `www.`, no fragment, no tracking parameters,
 * the others in order, no slash at the end.
 *
 * @returns null for what is no address of a page on the web.
 */
export function canonicalUrl(address: string): string | null {
  const url = webUrl(address);
  if (url === null) return null;
  const parameters = [...url.searchParams]
    .filter(([name, value]) => !isTracking(name.toLowerCase(), value))
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue));
  const query = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
  return `https://${publisherOf(url)}${url.pathname.replace(/\/+$/, '')}${query}`;
}

/**
 * The publisher of an address: its host without `www.`, with its port where that is not the usual one. Without a list
 * of registries `blog.example.co.uk` cannot be told to be part of `example.co.uk`, so that every host is a publisher
 * of its own.
 */
export function publisherOf(url: URL): string {
  return url.host.replace(/^www\d?\.(?=[^.]+\.)/, '').replace(/\.(?=$|:)/, '');
}

/** An address of a page on the web; null for anything else. Its host is in lower case. */
export function webUrl(address: string): URL | null {
  if (address.length > LENGTH_MAX || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** `source` is a common name: only the values that Medium's feeds give it are known to say nothing. */
function isTracking(name: string, value: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name) || (name === 'source' && value.startsWith('rss'));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
