import { parseUrl } from '@droptrack/resilience';
import type { FastifyRequest } from 'fastify';

/**
 * True for a form of this site. Browsers state the site of a form in `Sec-Fetch-Site`; over plain HTTP they do not, and
 * send `Origin`, which is `null` for a page with the referrer policy of this site. A form without either is not of a
 * browser, and harms only its sender.
 */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return true;
  return parseUrl(origin)?.host === host;
}
