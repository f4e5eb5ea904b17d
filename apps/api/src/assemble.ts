import { viewOf } from '@droptrack/catalogue';
import { createEgress, createResolver } from '@droptrack/egress';
import {
  ApiKeyRepository,
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

/** Where the API reads time. */
export interface Clocks {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
}

const SYSTEM_CLOCKS: Clocks = { now: Date.now, monotonicMs: () => performance.now() };

/**
 * Puts the parts together, with the log read up to now. Nothing listens, and the follower has yet to be started.
 *
 * @param onLogLost - the log is no longer the one the view was made from, as after a restore of
 *   an older copy: what was shown may never have been. Only a fresh start can go on.
 */
export async function assembleApi(
  config: Pick<Config, 'http' | 'database' | 'plans' | 'limits'> &
    Partial<Pick<Config, 'ruleset' | 'claims'>> & { readonly webhooks?: WebhookTerms },
  logger: Logger,
  db: Database,
  { now, monotonicMs }: Clocks = SYSTEM_CLOCKS,
  onLogLost: (error: LogGapError) => void = () => undefined,
) {
  const catalogue = new LiveCatalogue(monotonicMs, config.plans.freeDelaySeconds);
  // An instance whose own clock is wrong, or jumps, ends no key early, and stores no wrong time.
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
  const follower = followLog(position, {
    url: config.database.url,
    catalogue,
    clock,
    keys,
    logger,
    monotonicMs,
    onLogLost,
  });
  const webhooks = webhookParts(config.webhooks, db);
  const parts = { catalogue, db, webhooks, keys, keyUse, limits, metrics, logger, now: databaseNow };
  const api = await createApi(config, parts);
  return { api, catalogue, keys, keyUse, keyRepository, limits, follower, metrics };
}

function webhookParts(terms: WebhookTerms | undefined, database: Database): WebhookParts | undefined {
  if (terms === undefined) return undefined;
  const resolver = terms.resolver ?? createResolver(terms.dnsServers);
  const egress = terms.egress ?? (terms.requireChallenge ? createEgress(terms.policy, { resolver }) : undefined);
  return { ...terms, database, resolver, ...(egress !== undefined && { egress }) };
}

/**
 * Reads the log into both views, up to an instant that the database has confirmed: first the state that is of age for
 * everybody, then one by one what came after it, so that the late view goes on as if the process had never been away.
 *
 * @returns the position of the last revision read; what comes after it is the follower's.
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
