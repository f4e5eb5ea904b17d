import { identifyServer } from '@droptrack/egress/identify-server';
import Redis from 'ioredis';
import { endpointOf, type Sentinels, sentinelsOf } from './redis-url';

/** Reason why a Redis cannot be used, for the operator. */
export interface RedisFault {
  /** `redis_unavailable`: it may respond later; `redis_unusable`: a setting is wrong. */
  readonly code: 'redis_unavailable' | 'redis_unusable';
  readonly problem: string;
  /** Action that fixes it, as a part of a sentence. */
  readonly mend: string;
}

/** Oldest supported version: scripts of the rate limits use commands that it introduced. */
const MAJOR_MIN = 6;
/** Maximum time for the connection, and for each response, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Replies and errors of a wrong setting, with problem and remedy. */
const FAULTS: readonly (readonly [RegExp, string, string])[] = [
  [/^NOAUTH/, 'Redis requires a password', 'add it to REDIS_URL, as in redis://:password@host:6379'],
  [/^WRONGPASS|^ERR invalid (username|password)/i, 'Redis rejects user or password', 'check them in REDIS_URL'],
  [/^DENIED/, 'Redis accepts connections of its own machine only', 'set a password on it and in REDIS_URL'],
  [/Protocol error, got/, 'The server of REDIS_URL is not Redis', 'check host and port in REDIS_URL'],
  [
    /EPROTO|wrong version number/,
    'Redis has no encryption at this port',
    'use redis:// in REDIS_URL, or its port for TLS',
  ],
  [
    /certificate|altnames/i,
    'The certificate of Redis is not accepted',
    'set NODE_EXTRA_CA_CERTS to the file of its authority, and the host in REDIS_URL to a name in the certificate',
  ],
];

/** Errors of Sentinels, with problem and remedy; {@link FAULTS} has those that are common. */
const SENTINEL_FAULTS: typeof FAULTS = [
  [/^NOAUTH/, 'A Sentinel of REDIS_URL requires a password', 'remove it there: only Redis itself may have one'],
  [/^DENIED/, 'A Sentinel of REDIS_URL accepts connections of its own machine only', 'set protected-mode to no there'],
  [/unknown command/, 'A server of REDIS_URL is not a Sentinel', 'check its port, or begin REDIS_URL with redis://'],
  ...FAULTS,
];

/** Kind of a node that REDIS_URL names; the role of one that Sentinels name changes, and the client follows it. */
type Kind = 'single' | 'of a cluster' | 'of Sentinels';

/**
 * Finds out why a Redis cannot be used: its version, its role, a setting, or that it does not respond.
 *
 * @param nodes - one `redis://` or `rediss://`; of a cluster, some of its nodes: the first that responds is queried. Sentinels are
 *   asked at once, and one that names a usable primary suffices, as the client skips the others.
 * @returns null for a usable Redis.
 */
export async function findRedisFault(
  nodes: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<RedisFault | null> {
  const sentinels = sentinelsOf(nodes);
  if (sentinels !== null) {
    const faults = await Promise.all(nodes.map((node) => faultOfSentinel(node, sentinels, timeoutMs)));
    if (faults.includes(null)) return null;
    return faults.find((fault) => fault?.code === 'redis_unusable') ?? faults[0] ?? null;
  }
  const kind = nodes.length > 1 ? 'of a cluster' : 'single';
  let fault: RedisFault | null = null;
  for (const node of nodes) {
    fault = await faultOfNode(node, kind, timeoutMs);
    if (fault?.code !== 'redis_unavailable') return fault;
  }
  return fault;
}

function faultOfNode(url: string, kind: Kind, timeoutMs: number): Promise<RedisFault | null> {
  return ask(url, timeoutMs, FAULTS, async (redis) => faultOfInfo(await redis.info(), kind));
}

/** Fault of a Sentinel, or of the primary that it names. */
function faultOfSentinel(url: string, sentinels: Sentinels, timeoutMs: number): Promise<RedisFault | null> {
  const { name, username, password } = sentinels;
  const { host, port } = endpointOf(new URL(url));
  return ask(`redis://${host}:${port}`, timeoutMs, SENTINEL_FAULTS, async (sentinel) => {
    const address = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as [string, string] | null;
    if (address === null) {
      return unusable(`The Sentinels know no primary ${name}`, 'name it in REDIS_URL as "sentinel monitor" does');
    }
    const login = password === '' ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
    const [primary, primaryPort] = address;
    const urlHost = primary.includes(':') ? `[${primary}]` : primary;
    return faultOfNode(`redis://${login}${urlHost}:${primaryPort}`, 'of Sentinels', timeoutMs);
  });
}

/** Asks a server over a connection of its own. */
async function ask(
  url: string,
  timeoutMs: number,
  faults: typeof FAULTS,
  question: (redis: Redis) => Promise<RedisFault | null>,
): Promise<RedisFault | null> {
  const errors: Error[] = [];
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    connectionName: 'droptrack-check',
  });
  redis.on('error', (error) => errors.push(error));
  try {
    await redis.connect();
    return await question(redis);
  } catch (error) {
    const fault = faultOfErrors([...errors, error as Error], faults);
    return fault?.code === 'redis_unavailable' ? ((await faultOfOther(url, timeoutMs)) ?? fault) : fault;
  } finally {
    redis.disconnect();
  }
}

function faultOfInfo(info: string, kind: Kind): RedisFault | null {
  const member = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = member('redis_version');
  if (Number.parseInt(version, 10) < MAJOR_MIN) {
    return unusable(`Redis ${version} is too old`, `set REDIS_URL to version ${MAJOR_MIN} or later`);
  }
  const isCluster = member('redis_mode') === 'cluster';
  const isClusterExpected = kind === 'of a cluster';
  if (isCluster && !isClusterExpected) return unusable('Redis is a cluster', 'name several of its nodes in REDIS_URL');
  if (!isCluster && isClusterExpected) return unusable('Redis is not a cluster', 'name one address in REDIS_URL');
  if (kind !== 'single') return null;
  const isReadOnly = member('role') === 'slave' && member('slave_read_only') !== '0';
  return isReadOnly ? unusable('REDIS_URL names a read-only replica', 'set it to the primary') : null;
}

/** A server of another protocol, which closes the connection or stays silent at a command of Redis, as during an outage. */
async function faultOfOther(url: string, timeoutMs: number): Promise<RedisFault | null> {
  const name = await identifyServer(endpointOf(new URL(url)), timeoutMs);
  if (name === null) return null;
  return unusable(`The server of REDIS_URL is not Redis but ${name}`, 'check host and port in REDIS_URL');
}

/**
 * Explains why connections to a Redis that is in use fail.
 *
 * @param error - of a connection or a command.
 * @returns null for a command that Redis rejects.
 */
export const explainRedisError = (error: Error): RedisFault | null => faultOfErrors([error]);

/** Host and port of a node, for messages: without user and password. */
export function redisAddress(url: string): string {
  const { host, port } = endpointOf(new URL(url));
  return `${host}:${port}`;
}

function faultOfErrors(errors: readonly Error[], faults = FAULTS): RedisFault | null {
  const known = faults.find(([pattern]) => errors.some(({ message }) => pattern.test(message)));
  if (known !== undefined) return unusable(known[1], known[2]);
  // A user without the right to run INFO: Redis responds.
  if (errors.some(({ name }) => name === 'ReplyError')) return null;
  return {
    code: 'redis_unavailable',
    problem: `Redis does not respond (${errors[0]?.message ?? 'no reason'})`,
    mend: 'check that it runs, and host and port in REDIS_URL',
  };
}

const unusable = (problem: string, mend: string): RedisFault => ({ code: 'redis_unusable', problem, mend });
