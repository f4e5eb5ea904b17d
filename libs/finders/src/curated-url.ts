import { parseUrl } from '@droptrack/resilience';

const LENGTH_MAX = 500;

/**
 * URL from the editors of a curated source, normalised.
 *
 * @returns null unless it is https, of a public name and without credentials and port.
 */
export function curatedUrl(text: string | null | undefined): string | null {
  const url = typeof text === 'string' && text.length <= LENGTH_MAX ? parseUrl(text) : null;
  if (url === null) return null;
  const { protocol, hostname, username, password, port, href } = url;
  const isPlain = protocol === 'https:' && username === '' && password === '' && port === '';
  return isPlain && NAME.test(hostname) && href.length <= LENGTH_MAX ? href : null;
}

/** A host below a top-level domain: neither an address nor `localhost`. */
const NAME = /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
