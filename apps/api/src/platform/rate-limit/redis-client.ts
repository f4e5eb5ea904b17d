import { sentinelsOf } from '@droptrack/program';
import Redis, { Cluster, type RedisOptions } from 'ioredis';

/** Interval of attempts to connect, in milliseconds: a restarted Redis is used again within a second. */
const RECONNECT_EVERY_MS = 200;
const SENTINEL_RETRY_MS_MAX = 5_000;
/** Interval at which the nodes of a cluster and their slots are read, in milliseconds; a redirection reads them too. */
const TOPOLOGY_EVERY_MS = 5_000;
/** Redirections that one call follows: to the new node of its slot, and to another while slots move. */
const REDIRECTIONS_MAX = 3;

/**
 * Creates the client of a Redis, of a Redis Cluster for several addresses, or of the primary that Sentinels name. It is not
 * connected yet.
 *
 * @param nodes - one `redis://` or `rediss://`; of a cluster, some of its nodes, all with the user and the password of the
 * first; or Sentinels, see {@link sentinelsOf}.
 * @param silenceMsMax - time without a response after which a connection is closed, in milliseconds.
 */
export function createRedis(nodes: readonly string[], silenceMsMax: number): Redis | Cluster {
  const [first = ''] = nodes;
  // A request does not wait for Redis to come back.
  const options: RedisOptions = {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: silenceMsMax,
    socketTimeout: silenceMsMax,
    connectionName: 'droptrack-api',
  };
  const eager = { lazyConnect: true, enableOfflineQueue: false };
  const sentinels = sentinelsOf(nodes);
  if (sentinels !== null) {
    const { endpoints, name, username, password } = sentinels;
    return new Redis({
      ...options,
      ...eager,
      sentinels: [...endpoints],
      name,
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
      // Those of REDIS_URL alone: others may be added for a network that this process does not reach.
      updateSentinels: false,
      sentinelCommandTimeout: silenceMsMax,
      // Each round without a primary keeps a promise of the client until the outage ends.
      sentinelRetryStrategy: (rounds) => Math.min(rounds * RECONNECT_EVERY_MS, SENTINEL_RETRY_MS_MAX),
      retryStrategy: () => RECONNECT_EVERY_MS,
    });
  }
  if (nodes.length === 1) return new Redis(first, { ...options, ...eager, retryStrategy: () => RECONNECT_EVERY_MS });
  const { username, password, protocol } = new URL(first);
  return new Cluster([...nodes], {
    ...eager,
    redisOptions: {
      ...options,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    // Certificates name hosts, not their addresses.
    ...(protocol === 'rediss:' && { dnsLookup: (host, done) => done(null, host) }),
    clusterRetryStrategy: () => RECONNECT_EVERY_MS,
    slotsRefreshTimeout: silenceMsMax,
    slotsRefreshInterval: TOPOLOGY_EVERY_MS,
    maxRedirections: REDIRECTIONS_MAX,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}
