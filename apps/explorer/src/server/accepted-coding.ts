import Negotiator from 'negotiator';

/** Content codings of pages and assets, best first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** `negotiator` 1.0 takes the server's preference; its published types lack it. */
interface PreferringNegotiator extends Omit<Negotiator, 'encoding'> {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

/** The content coding that a client prefers (RFC 9110, section 12.5.3), `br` before `gzip` by default; null for none. */
export function acceptedCoding(header: string | string[] | undefined): Coding | null {
  if (header === undefined) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': String(header) } }) as PreferringNegotiator;
  const wanted = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === wanted) ?? null;
}
