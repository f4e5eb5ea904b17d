import { type EndpointUrlFault, type EndpointUrlFaultCode, fault } from './endpoint-fault';
import { hostFault } from './endpoint-host';
import type { EgressPolicy } from './policy';

/** Maximum length of an endpoint URL, in characters. */
export const ENDPOINT_URL_LENGTH_MAX = 2_048;
/** Ports of endpoints, unless the policy is for development. */
export const ENDPOINT_PORTS: readonly number[] = [443, 8_443];

/** A parsed endpoint URL. */
export interface EndpointUrl {
  /** Serialized by the URL Standard. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** Name or address in lower case, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
}

/** Result of {@link parseEndpointUrl}. */
export type ParsedEndpointUrl =
  | { readonly endpoint: EndpointUrl; readonly fault: null }
  | { readonly endpoint: null; readonly fault: EndpointUrlFault };

const FORM = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)(#.*)?$/i;
const AUTHORITY = /^(\[[0-9a-f:.]*\]|[^:[\]]*)(?::(.*))?$/i;
const PORT = /^[1-9]\d{0,4}$/;

/**
 * Parses and validates the URL of an endpoint, without resolving its name.
 *
 * The text is validated before the parser of the URL Standard runs: that parser drops tabs and line feeds, and converts
 * backslashes to slashes, `2130706433`, `0x7f.1` and `0177.0.0.1` to 127.0.0.1, and full-width letters to ASCII. Each of
 * these hides the target of a request from a reader. A URL that the two parsers read differently is rejected.
 *
 * Pure.
 */
export function parseEndpointUrl(text: string, policy: EgressPolicy): ParsedEndpointUrl {
  if (text.length > ENDPOINT_URL_LENGTH_MAX) {
    return refuse('too_long', `is longer than ${ENDPOINT_URL_LENGTH_MAX} characters`);
  }

  if (/[\x00-\x20\x7f\\]/.test(text))
    return refuse('characters', 'has spaces, backslashes or control characters in it');
  const [, scheme = '', authority = '', rest = '', fragment] = FORM.exec(text) ?? [];
  if (authority === '') return refuse('not_a_url', 'is not an absolute URL, such as https://example.com/webhooks');
  const isSecure = scheme.toLowerCase() === 'https';
  if (!isSecure && !(policy.allowInsecure && scheme.toLowerCase() === 'http')) {
    return refuse('scheme', 'does not begin with https://');
  }
  if (authority.includes('@')) return refuse('credentials', 'has a user name or password in it');
  if (fragment !== undefined) return refuse('fragment', 'has a fragment (#…), which is never sent');
  if (/[^\x21-\x7e]/.test(authority)) {
    return refuse('host_unicode', 'has a host that is not plain ASCII: write it in punycode (xn--…)');
  }
  if (/[^\x21-\x7e]/.test(rest)) return refuse('characters', 'has characters in it that must be percent-encoded');
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined) return refuse('host_form', 'has a host that is neither a name nor an address');
  if (!isPortAllowed(port, policy)) {
    return refuse('port', policy.allowInsecure ? 'has a port that is none' : 'has another port than 443 or 8443');
  }
  const fault = hostFault(host.toLowerCase(), policy);
  if (fault !== null) return { endpoint: null, fault };
  return readAlike(text, { isSecure, host: host.toLowerCase(), port: port === undefined ? null : Number(port) });
}

const refuse = (code: EndpointUrlFaultCode, what: string): ParsedEndpointUrl => ({
  endpoint: null,
  fault: fault(code, what),
});

function isPortAllowed(port: string | undefined, { allowInsecure }: EgressPolicy): boolean {
  if (port === undefined) return true;
  return PORT.test(port) && (allowInsecure ? Number(port) < 65_536 : ENDPOINT_PORTS.includes(Number(port)));
}

/** Rejects a URL that the parser of the request reads differently from the text. */
function readAlike(
  text: string,
  { isSecure, host, port }: { isSecure: boolean; host: string; port: number | null },
): ParsedEndpointUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  const portDefault = isSecure ? 443 : 80;
  const isAlike =
    url !== null &&
    url.protocol === (isSecure ? 'https:' : 'http:') &&
    (url.hostname === host || host.startsWith('[')) &&
    url.hostname.startsWith('[') === host.startsWith('[') &&
    Number(url.port || portDefault) === (port ?? portDefault);
  if (!isAlike) return refuse('not_a_url', 'cannot be read as one');
  const { href, origin, hostname, pathname, search } = url;
  const endpoint = {
    href,
    origin,
    isSecure,
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port ?? portDefault,
    path: pathname + search,
  };
  return { endpoint, fault: null };
}
