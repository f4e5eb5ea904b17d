import Negotiator from 'negotiator';

/** Content codings of pages and assets, best first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** `negotiator` 1.0 takes the server's preference; its published types lack it. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Maximum length of a header that is parsed, in characters: the time grows with the square of its number of codings. */
const HEADER_LENGTH_MAX = 256;

/**
 * The content coding that a client prefers (RFC 9110, section 12.5.3), `br` before `gzip` by default; null for none, and for a header that is too
 * long.
 */
export function acceptedCoding(header: string | string[] | undefined): Coding | null {
  const text = String(header ?? '');
  if (text === '' || text.length > HEADER_LENGTH_MAX) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': text } }) as PreferringNegotiator;
  const wanted = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === wanted) ?? null;
}
