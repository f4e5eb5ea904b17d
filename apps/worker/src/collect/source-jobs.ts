import { type Connectors, SOURCE_IDS, type SourceId } from '@droptrack/connectors';
import {
  type Database,
  type DeclaredSource,
  SourceRepository,
  PollRepository,
  type SourceInterval,
} from '@droptrack/persistence';
import type { Job } from '../schedule/job';
import { minuteOf, PeriodJob } from '../schedule/period-job';
import type { CollectJob } from './collect.job';

/** Interval of heartbeats, in milliseconds. */
const HEARTBEAT_MS = 5_000;

/** Jobs that publish the sources for operators: their declaration at the start, and heartbeats with the held back hosts. */
export function sourceJobs(
  db: Database,
  known: readonly DeclaredSource[],
  intervals: readonly SourceInterval[],
  collect: CollectJob,
): Job[] {
  const note = async (nowMs: number): Promise<void> => {
    const sources = [...collect.breakers].map(([id, breakers]) => ({
      id,
      heldBack: breakers
        .state()
        .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs })),
    }));
    await new SourceRepository(db).heartbeat(sources, nowMs);
  };
  return [
    new PeriodJob(
      'declaration of sources',
      () => 0,
      async (nowMs) => {
        await new SourceRepository(db).declare(known, nowMs);
        await new PollRepository(db).recall({ nowMs, withUnauthorized: true, intervals });
      },
    ),
    new PeriodJob('recall of polls', minuteOf, (nowMs) =>
      new PollRepository(db).recall({ nowMs, withUnauthorized: false, intervals }),
    ),
    new PeriodJob('heartbeat of sources', (nowMs) => Math.floor(nowMs / HEARTBEAT_MS), note),
  ];
}

/** Variables that a source requires. */
const NEEDS: Readonly<Partial<Record<SourceId, string>>> = {
  reddit: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
  farcaster: 'FARCASTER_HUB_URL',
  evm: 'EVM_RPC_URLS',
};
/** Placeholder for a source that is off, whose requests are not counted. */
const NO_LIMIT = { requestsPerMinute: 1, requestBurst: 1 } as const;

/** All sources, for operators: limits of those that are polled, and reasons for the others. */
export function knownSources({ on, off }: Connectors): DeclaredSource[] {
  return SOURCE_IDS.map((id): DeclaredSource => {
    const { requestsPerMinute, requestBurst } = on.find((connector) => connector.id === id)?.limits ?? NO_LIMIT;
    return { id, offReason: reasonOf(id, off), requestsPerMinute, requestBurst };
  });
}

function reasonOf(id: SourceId, off: Connectors['off']): string | null {
  const why = off.get(id);
  if (why === undefined) return null;
  return why === 'switched_off' ? 'SOURCES_OFF names it' : `it needs ${NEEDS[id] ?? 'what is not configured'}`;
}
