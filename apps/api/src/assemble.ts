import { viewOf } from '@droptrack/catalogue';
import { createEgress, createResolver } from '@droptrack/egress';
import {
  ApiKeyRepository,
  CalendarFeedRepository,
  confirmLog,
  type Database,
  DatabaseClock,
  KeyUse,
  type LogGapError,
  type LogPosition,
  readLogState,
  readRevisionBatches,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import { createApi } from './api';
import type { Config } from './platform/config/config';
import { KeyStore } from './platform/auth/key-store';
import { createLimits } from './platform/rate-limit/limits';
import { followLog } from './catalogue/follow-log';
import { LiveCatalogue } from './catalogue/live-catalogue';
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

/**
 * Creates the API with its dependencies and reads the log up to now. The caller starts the follower and listens.
 *
 * @param onLogLost - called when the log is no longer the one from which the views were folded, as after a restore of an
 *   older copy. The process must then be restarted.
 */
export async function assembleApi(
  config: Pick<Config, 'http' | 'database' | 'plans' | 'limits'> &
    Partial<Pick<Config, 'ruleset' | 'claims' | 'arePicturesPublic' | 'ranges' | 'streamsMax'>> & {
      readonly webhooks?: WebhookTerms;
    },
  logger: Logger,
  db: Database,
  { now, monotonicMs }: Clocks = SYSTEM_CLOCKS,
  onLogLost: (error: LogGapError) => void = () => undefined,
) {
  const catalogue = new LiveCatalogue(monotonicMs, config.plans.freeDelaySeconds);
  // The clock of an instance can be wrong or jump; it must not expire keys early or store wrong times.
  const clock = new DatabaseClock(db, { now, monotonicMs });
  await clock.read();
  const databaseNow = clock.now;
  const keyRepository = new ApiKeyRepository(db);
  const keys = new KeyStore(keyRepository, databaseNow, () => catalogue.contactAgeMs());
  const keyUse = new KeyUse(keyRepository, databaseNow);
  const limits = createLimits(config.limits, logger, monotonicMs);
  const metrics = new ApiMetrics({
    logStalenessSeconds: () => catalogue.staleMs() / 1000,
    logSeq: () => catalogue.seq,
    clockSkewSeconds: () => catalogue.clockSkewMs() / 1000,
    logAheadSeconds: () => Math.max(0, catalogue.logAheadMs()) / 1000,
    databaseContactAgeSeconds: () => catalogue.contactAgeMs() / 1000,
    knownKeys: () => keys.size,
    limitFallbacks: () => limits.fallbacks(),
  });
  const position = await readInto(catalogue, db, config.plans.freeDelaySeconds * 1_000, clock);
  const webhooks = webhookParts(config.webhooks, db);
  const feeds = new CalendarFeedRepository(db);
  const services = { db, webhooks, feeds, keys, keyUse, limits };
  const parts = { ...services, catalogue, metrics, logger, now: databaseNow, monotonicMs };
  const api = await createApi(config, parts);
  const follower = followLog(position, {
    url: config.database.url,
    catalogue,
    clock,
    keys,
    feeds: api.feeds,
    streams: api.streams,
    logger,
    monotonicMs,
    onLogLost,
  });
  return { api, catalogue, keys, keyUse, keyRepository, limits, follower, metrics };
}

function webhookParts(terms: WebhookTerms | undefined, database: Database): WebhookParts | undefined {
  if (terms === undefined) return undefined;
  const resolver = terms.resolver ?? createResolver(terms.dnsServers);
  const egress = terms.egress ?? (terms.requireChallenge ? createEgress(terms.policy, { resolver }) : undefined);
  return { ...terms, database, resolver, ...(egress !== undefined && { egress }) };
}

/**
 * Reads the log into both views, up to an instant that the database has confirmed: first the state before the delay, then
 * each later revision, so that the delayed view continues as if the process had never been stopped.
 *
 * @returns the position of the last revision read, after which the follower continues.
 */
async function readInto(
  catalogue: LiveCatalogue,
  db: Database,
  delayMs: number,
  clock: DatabaseClock,
): Promise<LogPosition> {
  const { seq, asOfMs, clockMs } = await confirmLog(db);
  const confirmation = { seq, asOfMs, clockSkewMs: clock.skewMs(), logAheadMs: asOfMs - clockMs };
  const state = await readLogState(db, asOfMs - delayMs);
  catalogue.start(viewOf(state.revisions, state.seq));
  let position: LogPosition = { seq: state.seq, recordedAtUs: state.recordedAtUs };
  for await (const { revisions, end } of readRevisionBatches(db, position, seq)) {
    catalogue.appended(revisions);
    position = end;
  }
  catalogue.confirmed(confirmation);
  return position;
}
