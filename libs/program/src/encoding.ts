import Negotiator from 'negotiator';

/** Content codings of responses, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** `negotiator` 1.0 takes the server's preference; its published types lack it. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** Maximum length of a header that is parsed, in characters: the time grows with the square of its number of codings. */
const HEADER_LENGTH_MAX = 256;

/**
 * The content coding that a client prefers (RFC 9110, section 12.5.3), `br` before `gzip` by default; null for none, and
 * for a header that is too long.
 */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | null {
  const text = String(header ?? '');
  if (text === '' || text.length > HEADER_LENGTH_MAX) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': text } }) as PreferringNegotiator;
  const wanted = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  return ENCODINGS.find((encoding) => encoding === wanted) ?? null;
}
