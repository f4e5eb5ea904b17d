import Redis from 'ioredis';
import type { ExpectedFailure } from './process';

/** Oldest supported version: scripts of the rate limits use commands that it introduced. */
const MAJOR_MIN = 6;
/** Maximum time for the connection, and for each response, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Replies and errors of a wrong setting, with problem and mend. */
const FAULTS: readonly (readonly [RegExp, string, string])[] = [
  [/^NOAUTH/, 'Redis requires a password', 'add it to REDIS_URL, as in redis://:password@host:6379'],
  [/^WRONGPASS|^ERR invalid (username|password)/i, 'Redis rejects user or password', 'check them in REDIS_URL'],
  [/Protocol error, got/, 'The server of REDIS_URL is not Redis', 'check host and port in REDIS_URL'],
  [
    /EPROTO|wrong version number/,
    'Redis has no encryption at this port',
    'use redis:// in REDIS_URL, or its port for TLS',
  ],
];

/**
 * Finds out why a Redis cannot be used, however long one waits: its version, its role, or the settings.
 *
 * @param url - `redis://` or `rediss://`; of a cluster, some of its nodes after commas, of which the first is asked.
 * @returns null for a usable Redis, and for one that is unavailable: an outage is not a wrong setting.
 */
export async function findRedisFault(url: string, timeoutMs: number = TIMEOUT_MS): Promise<ExpectedFailure | null> {
  const errors: Error[] = [];
  const [first = url, ...others] = url.split(',').map((address) => address.trim());
  const redis = new Redis(first, {
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
    return faultOfInfo(await redis.info(), others.length > 0);
  } catch (error) {
    return faultOfErrors([...errors, error as Error]);
  } finally {
    redis.disconnect();
  }
}

function faultOfInfo(info: string, isClusterExpected: boolean): ExpectedFailure | null {
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

function faultOfErrors(errors: readonly Error[]): ExpectedFailure | null {
  const known = FAULTS.find(([pattern]) => errors.some(({ message }) => pattern.test(message)));
  return known === undefined ? null : unusable(known[1], known[2]);
}

const unusable = (problem: string, mend: string): ExpectedFailure => ({
  code: 'redis_unusable',
  message: `${problem}: ${mend}`,
});
