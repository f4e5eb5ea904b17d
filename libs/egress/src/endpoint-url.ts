import { parseUrl } from '@droptrack/resilience';
import { parseAddress } from './cidr';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';

/** Maximum length of an endpoint URL, in characters. */
const ENDPOINT_URL_LENGTH_MAX = 2_048;
/** Ports of endpoints, unless the policy is for development. */
const ENDPOINT_PORTS: readonly number[] = [443, 8_443];

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
  | { readonly endpoint: null; readonly fault: EndpointUrlViolation };

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
    return reject('too_long', `is longer than ${ENDPOINT_URL_LENGTH_MAX} characters`);
  }

  if (/[\x00-\x20\x7f\\]/.test(text))
    return reject('characters', 'has spaces, backslashes or control characters in it');
  const [, scheme = '', authority = '', rest = '', fragment] = FORM.exec(text) ?? [];
  if (authority === '') return reject('not_a_url', 'is not an absolute URL, such as https://example.com/webhooks');
  const isSecure = scheme.toLowerCase() === 'https';
  if (!isSecure && !(policy.allowInsecure && scheme.toLowerCase() === 'http')) {
    return reject('scheme', 'does not begin with https://');
  }
  if (authority.includes('@')) return reject('credentials', 'has a user name or password in it');
  if (fragment !== undefined) return reject('fragment', 'has a fragment (#…), which is never sent');
  if (/[^\x21-\x7e]/.test(authority)) {
    return reject('host_unicode', 'has a host that is not plain ASCII: write it in punycode (xn--…)');
  }
  if (/[^\x21-\x7e]/.test(rest)) return reject('characters', 'has characters in it that must be percent-encoded');
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined) return reject('host_form', 'has a host that is neither a name nor an address');
  if (!isPortAllowed(port, policy)) {
    return reject('port', policy.allowInsecure ? 'has a port that is none' : 'has another port than 443 or 8443');
  }
  const fault = hostViolation(host.toLowerCase(), policy);
  if (fault !== null) return { endpoint: null, fault };
  return readAlike(text, { isSecure, host: host.toLowerCase(), port: port === undefined ? null : Number(port) });
}

const reject = (code: EndpointUrlViolationCode, what: string): ParsedEndpointUrl => ({
  endpoint: null,
  fault: violation(code, what),
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
  const url = parseUrl(text);
  const portDefault = isSecure ? 443 : 80;
  const isAlike =
    url !== null &&
    url.protocol === (isSecure ? 'https:' : 'http:') &&
    (url.hostname === host || host.startsWith('[')) &&
    url.hostname.startsWith('[') === host.startsWith('[') &&
    Number(url.port || portDefault) === (port ?? portDefault);
  if (!isAlike) return reject('not_a_url', 'cannot be read as one');
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

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAME_LENGTH_MAX = 253;
/** Last labels that make the URL Standard parse a host as an IPv4 address, in any notation. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
/** Suffixes without a global meaning (RFC 6761, 6762, 7686, 8375; ICANN for `internal`). */
const LOCAL_SUFFIXES = ['local', 'internal', 'home.arpa', 'invalid', 'onion'];

/**
 * Rejection of the host of an endpoint by its text; null if it is valid.
 *
 * @param host - in lower case; an IPv6 address in brackets.
 */
function hostViolation(host: string, policy: EgressPolicy): EndpointUrlViolation | null {
  if (host.startsWith('[')) return addressFault(host.slice(1, -1), 'ipv6', policy);
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (host === '') return violation('host_form', 'has no host');
  if (last === '') return violation('host_form', 'has a host that ends in a dot');
  if (NUMBER.test(last)) return addressFault(host, 'ipv4', policy);
  if (host.length > NAME_LENGTH_MAX || !labels.every((label) => LABEL.test(label))) {
    return violation('host_form', 'has a host that is not a name of letters, digits, hyphens and dots');
  }
  if (isLoopbackName(host)) return policy.allowInsecure ? null : localFault(host);
  const isLocal = LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return labels.length === 1 || isLocal ? localFault(host) : null;
}

/** True for names that always mean this machine (RFC 6761, section 6.3). */
export const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

function addressFault(text: string, family: 'ipv4' | 'ipv6', policy: EgressPolicy): EndpointUrlViolation | null {
  if (parseAddress(text)?.kind() !== family) {
    return violation('host_form', 'has an address that is not written in the usual form, such as 203.0.113.7');
  }
  return isPublicAddress(text, policy) ? null : violation('address_not_allowed', 'has an address that is not public');
}

const localFault = (host: string): EndpointUrlViolation =>
  violation('host_local', `has a host, ${host}, that is not a name of the public Internet`);

/** Reasons why a URL is rejected as an endpoint. */
type EndpointUrlViolationCode =
  | 'too_long'
  | 'not_a_url'
  | 'characters'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'fragment'
  | 'host_unicode'
  | 'host_form'
  | 'host_local'
  | 'address_not_allowed';

/** Rejection of a URL. */
export interface EndpointUrlViolation {
  readonly code: EndpointUrlViolationCode;
  /** Sentence for the owner of the endpoint. */
  readonly detail: string;
}

/** Creates a rejection from the end of its sentence. */
export const violation = (code: EndpointUrlViolationCode, what: string): EndpointUrlViolation => ({
  code,
  detail: `The URL ${what}.`,
});
