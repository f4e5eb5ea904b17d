import type { SourceHealth } from '@droptrack/persistence';
import { sourceStateOf } from '@droptrack/persistence';
import type { Logger } from 'pino';

/** Extent of the failures of a source, in ascending order. */
const EXTENTS = ['none', 'some_drops', 'most_drops'] as const;
type Extent = (typeof EXTENTS)[number];

/**
 * Logs each source when it begins to fail, when more than half of its drops fail, and when it works again; not each of its
 * polls, which are logged at the level `debug`.
 */
export class SourceLog {
  readonly #failing = new Map<string, { readonly extent: Extent; readonly sinceMs: number }>();

  constructor(private readonly logger: Pick<Logger, 'info'>) {}

  /** @param sources - their health at an instant, over all workers. */
  observe(sources: readonly SourceHealth[], nowMs: number): void {
    for (const source of sources) this.#observe(source, nowMs);
  }

  #observe(source: SourceHealth, nowMs: number): void {
    const { id } = source;
    const extent = extentOf(source, nowMs);
    const last = this.#failing.get(id);
    if (extent === 'none') {
      if (last === undefined) return;
      this.#failing.delete(id);
      const failedSeconds = Math.round((nowMs - last.sinceMs) / 1_000);
      this.logger.info({ source: id, failedSeconds }, 'a source works again');
      return;
    }
    this.#failing.set(id, { extent, sinceMs: last?.sinceMs ?? nowMs });
    if (last !== undefined && EXTENTS.indexOf(extent) <= EXTENTS.indexOf(last.extent)) return;
    this.logger.info({ source: id, ...describe(source) }, 'a source fails');
  }
}

function extentOf(source: SourceHealth, nowMs: number): Extent {
  const state = sourceStateOf(source, nowMs);
  if (state === 'failing' || state === 'held_back') return 'most_drops';
  return state !== 'off' && source.failing > 0 ? 'some_drops' : 'none';
}

/** Reason and next attempt, by its earliest poll; of a host that gets no requests, by the host. */
function describe({ drops, failing, failureKind, failure, retryAtMs, heldBack: [host] }: SourceHealth) {
  const retryMs = retryAtMs ?? host?.retryAtMs;
  return {
    drops,
    failing,
    kind: failing > 0 ? failureKind : 'held_back',
    reason: failing > 0 ? failure : `${host?.host} gets no requests: ${host?.state}`,
    ...(retryMs !== undefined && { retryAt: new Date(retryMs).toISOString() }),
  };
}
