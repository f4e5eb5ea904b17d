import { parseUrl } from '@droptrack/resilience';

/** Address of a server, without user and password. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Sentinels of a Redis, as REDIS_URL names them. */
export interface Sentinels {
  /** Name of the primary at the Sentinels. */
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  /** User and password of Redis; empty for none. */
  readonly username: string;
  readonly password: string;
}

const SCHEME = 'redis+sentinel:';
const PORTS = { redis: 6_379, sentinel: 26_379 } as const;
/** Most Sentinels; a client asks them one after the other. */
const SENTINELS_MAX = 9;

/** True for addresses of Sentinels, valid or not. */
const isOfSentinels = (nodes: readonly string[]): boolean => nodes[0]?.startsWith(SCHEME) ?? false;

/** Sentinels that the addresses name; null for those of a Redis or of a cluster. */
export function sentinelsOf(nodes: readonly string[]): Sentinels | null {
  const urls = nodes.flatMap((node) => parseUrl(node) ?? []);
  const [first] = urls;
  if (first === undefined || !isOfSentinels(nodes)) return null;
  const endpoints = urls.map(endpointOf).map(({ host, port }) => ({ host: host.replace(/^\[|\]$/g, ''), port }));
  const [username, password] = [decodeURIComponent(first.username), decodeURIComponent(first.password)];
  return { name: first.pathname.slice(1), endpoints, username, password };
}

/** Host and port of a node; the host of an IPv6 address has brackets. */
export function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  const standard = protocol === SCHEME ? PORTS.sentinel : PORTS.redis;
  return { host: hostname || 'localhost', port: port === '' ? standard : Number(port) };
}

/**
 * Reason why addresses are not those of a Redis, of nodes of a cluster or of Sentinels, as the rest of a sentence about the variable.
 *
 * @returns null for valid ones.
 */
export function redisViolation(nodes: readonly string[]): string | null {
  if (isOfSentinels(nodes)) {
    return areSentinels(nodes)
      ? null
      : 'must name Sentinels as in redis+sentinel://a:26379/name,redis+sentinel://b:26379';
  }
  if (nodes.every((each) => /^rediss?:\/\/./.test(each) && parseUrl(each) !== null)) return null;
  return 'must begin with redis:// or rediss://, and so must each node of a cluster after a comma';
}

/** The first has user and password of Redis and the name of its primary, the others a host and a port. */
function areSentinels(nodes: readonly string[]): boolean {
  const [first, ...others] = nodes.map((node) => parseUrl(node));
  return (
    nodes.length <= SENTINELS_MAX &&
    isDecodable(first?.username ?? '') &&
    isDecodable(first?.password ?? '') &&
    [first, ...others].every((url) => url?.protocol === SCHEME && url.hostname !== '' && url.search === '') &&
    /^\/[\w.-]{1,64}$/.test(first?.pathname ?? '') &&
    others.every((url) => url !== null && url.username === '' && url.password === '' && /^\/?$/.test(url.pathname))
  );
}

/** False for a text with a `%` that begins no encoded character. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
