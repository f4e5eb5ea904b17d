import { createEgress, createResolver } from '@droptrack/egress';
import {
  ApiKeyRepository,
  CalendarFeedRepository,
  type Database,
  DatabaseClock,
  DatabaseUnavailableError,
  KeyUse,
  type LogGapError,
  type OtherDatabaseError,
  readAccessVersions,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import { createApi } from './api';
import type { Config } from './platform/config/config';
import { KeyStore } from './platform/auth/key-store';
import { createLimits } from './platform/rate-limit/limits';
import { followLog } from './catalogue/follow-log';
import { LiveCatalogue } from './catalogue/live-catalogue';
import { KEYS_UNCONFIRMED_MS_MAX, Primary, watchPrimary } from './catalogue/primary';
import { readLog } from './catalogue/read-log';
import { ApiMetrics } from './platform/metrics/metrics';
import type { WebhookParts, WebhookTerms } from './resources/webhooks/webhook-parts';

/** Clocks of the API. */
export interface Clocks {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

const SYSTEM_CLOCKS: Clocks = { now: Date.now, monotonicMs: () => performance.now() };

/** Parts of the process that the API uses. */
interface ApiDeps {
  readonly logger: Logger;
  /** Database that writes, and is read unless there is a replica. */
  readonly db: Database;
  /** Streaming replica at `config.database.readUrl`, which is read instead; null for none. */
  readonly replica: Database | null;
  /** Those of the system when not given. */
  readonly clocks?: Clocks;
  /**
   * Called when the log is no longer the one from which the views were folded, as after a restore of an older copy, or the
   * primary turns out to be another database than that of the replica. The process must then be restarted.
   */
  readonly onLogLost: (error: LogGapError | OtherDatabaseError) => void;
  /** True once all processes of the instance have been started; by default it has no others. */
  readonly isGroupStarted?: () => boolean;
}

/** Creates the API with its dependencies and reads the log up to now. The caller starts the follower and listens. */
export async function assembleApi(
  config: Pick<Config, 'http' | 'database' | 'plans' | 'limits'> &
    Partial<Pick<Config, 'ruleset' | 'claims' | 'arePicturesPublic' | 'ranges' | 'streamsMax'>> & {
      readonly webhooks?: WebhookTerms;
    },
  { logger, db, replica, clocks: { now, monotonicMs } = SYSTEM_CLOCKS, onLogLost, isGroupStarted }: ApiDeps,
) {
  const primary = replica === null ? null : new Primary(monotonicMs);
  const reads = replica ?? db;
  const catalogue = new LiveCatalogue(monotonicMs, config.plans.freeDelaySeconds, primary);
  // The clock of an instance can be wrong or jump; it must not expire keys early or store wrong times.
  const clock = new DatabaseClock(db, { now, monotonicMs });
  await clock.read().catch((error: unknown) => {
    // Without its primary, an instance with a replica starts by the clock of its process.
    if (primary === null || !(error instanceof DatabaseUnavailableError)) throw error;
  });
  const databaseNow = clock.now;
  const keyRepository = new ApiKeyRepository(db);
  const keys = new KeyStore(
    primary === null ? keyRepository : replicatedKeys(keyRepository, reads, primary),
    databaseNow,
    () => catalogue.keysAgeMs(),
    primary === null ? undefined : () => catalogue.keysAgeMs() > KEYS_UNCONFIRMED_MS_MAX,
  );
  const keyUse = new KeyUse(keyRepository, databaseNow);
  const limits = createLimits(config.limits, logger, monotonicMs);
  const metrics = new ApiMetrics({
    logStalenessSeconds: () => catalogue.staleMs() / 1000,
    logSeq: () => catalogue.seq,
    clockSkewSeconds: () => catalogue.clockSkewMs() / 1000,
    logAheadSeconds: () => Math.max(0, catalogue.logAheadMs()) / 1000,
    databaseContactAgeSeconds: () => catalogue.contactAgeMs() / 1000,
    replica: primary && {
      lagSeconds: () => primary.lagMs(catalogue.confirmedUpToMs) / 1000,
      primaryContactAgeSeconds: () => primary.contactAgeMs() / 1000,
    },
    knownKeys: () => keys.size,
    limitFallbacks: () => limits.fallbacks(),
  });
  const databases = { db, replica: primary && { db: reads, primary } };
  const position = await readLog(catalogue, databases, config.plans.freeDelaySeconds * 1_000, clock, logger);
  const webhooks = webhookParts(config.webhooks, db);
  const feeds = new CalendarFeedRepository(db);
  const services = { db: reads, webhooks, feeds, keys, keyUse, limits };
  const parts = { ...services, catalogue, metrics, logger, now: databaseNow, monotonicMs, isGroupStarted };
  const api = await createApi(config, parts);
  await api.streams.prepare();
  const following = { catalogue, clock, keys, feeds: api.feeds, streams: api.streams, logger, monotonicMs, onLogLost };
  const { url, readUrl } = config.database;
  const follower = followLog(position, { ...following, primary, url: readUrl ?? url });
  const watch = primary && watchPrimary({ ...following, primary, url, replicaPosition: () => follower.position });
  return {
    ...{ api, catalogue, keys, keyUse, keyRepository, limits, metrics },
    /** Keeps the views current, and watches the primary of a replica. */
    follower: {
      start: () => (follower.start(), watch?.start()),
      stop: async () => void (await Promise.all([follower.stop(), watch?.stop()])),
    },
  };
}

function webhookParts(terms: WebhookTerms | undefined, database: Database): WebhookParts | undefined {
  if (terms === undefined) return undefined;
  const resolver = terms.resolver ?? createResolver(terms.dnsServers);
  const egress = terms.egress ?? (terms.requireChallenge ? createEgress(terms.policy, { resolver }) : undefined);
  return { ...terms, database, resolver, ...(egress !== undefined && { egress }) };
}

/**
 * Keys, looked up where they are written, so that a revocation takes effect at once; in the replica while its primary is
 * away, unless the replica lacks a change that the primary has reported.
 */
function replicatedKeys(
  keys: ApiKeyRepository,
  replica: Database,
  primary: Primary,
): Pick<ApiKeyRepository, 'findByHashes'> {
  const replicated = new ApiKeyRepository(replica);
  return {
    findByHashes: async (hashes) => {
      if (primary.isReachable) return keys.findByHashes(hashes);
      const { keysVersion } = await readAccessVersions(replica);
      if (keysVersion < primary.keysVersion) throw new DatabaseUnavailableError('The replica lacks a change of keys');
      return replicated.findByHashes(hashes);
    },
  };
}
