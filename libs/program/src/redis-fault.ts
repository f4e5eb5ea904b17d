import { identifyServer } from '@droptrack/egress/identify-server';
import Redis from 'ioredis';

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

/**
 * Finds out why a Redis cannot be used: its version, its role, a setting, or that it does not respond.
 *
 * @param nodes - one `redis://` or `rediss://`; of a cluster, some of its nodes, of which the first that responds is queried.
 * @returns null for a usable Redis.
 */
export async function findRedisFault(
  nodes: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<RedisFault | null> {
  let fault: RedisFault | null = null;
  for (const node of nodes) {
    fault = await faultOfNode(node, nodes.length > 1, timeoutMs);
    if (fault?.code !== 'redis_unavailable') return fault;
  }
  return fault;
}

async function faultOfNode(url: string, isClusterExpected: boolean, timeoutMs: number): Promise<RedisFault | null> {
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
    return faultOfInfo(await redis.info(), isClusterExpected);
  } catch (error) {
    const fault = faultOfErrors([...errors, error as Error]);
    return fault?.code === 'redis_unavailable' ? ((await faultOfOther(url, timeoutMs)) ?? fault) : fault;
  } finally {
    redis.disconnect();
  }
}

function faultOfInfo(info: string, isClusterExpected: boolean): RedisFault | null {
  const member = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = member('redis_version');
  if (Number.parseInt(version, 10) < MAJOR_MIN) {
    return unusable(`Redis ${version} is too old`, `set REDIS_URL to version ${MAJOR_MIN} or later`);
  }
  const isCluster = member('redis_mode') === 'cluster';
  if (isCluster && !isClusterExpected) return unusable('Redis is a cluster', 'name several of its nodes in REDIS_URL');
  if (!isCluster && isClusterExpected) return unusable('Redis is not a cluster', 'name one address in REDIS_URL');
  if (isCluster) return null;
  const isReadOnly = member('role') === 'slave' && member('slave_read_only') !== '0';
  return isReadOnly ? unusable('REDIS_URL names a read-only replica', 'set it to the primary') : null;
}

/** A server of another protocol, which closes the connection or stays silent at a command of Redis, as during an outage. */
async function faultOfOther(url: string, timeoutMs: number): Promise<RedisFault | null> {
  const name = await identifyServer(endpointOf(url), timeoutMs);
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
  const { host, port } = endpointOf(url);
  return `${host}:${port}`;
}

function endpointOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname || 'localhost', port: port === '' ? 6_379 : Number(port) };
}

function faultOfErrors(errors: readonly Error[]): RedisFault | null {
  const known = FAULTS.find(([pattern]) => errors.some(({ message }) => pattern.test(message)));
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
