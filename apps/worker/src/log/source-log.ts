import { type SourceHealth, sourceStateOf } from '@droptrack/persistence';
import type { Logger } from 'pino';

/** Extent of the failures of a source, in ascending order. */
const EXTENTS = ['none', 'some_drops', 'most_drops'] as const;
type Extent = (typeof EXTENTS)[number];

/**
 * Logs each source and finder when it begins to fail, when more than half of its drops fail, and when it works again; not each of its
 * runs, which are logged at the level `debug`.
 */
export class SourceLog {
  readonly #failing = new Map<string, { readonly extent: Extent; readonly sinceMs: number }>();

  constructor(private readonly logger: Pick<Logger, 'info'>) {}

  /** @param sources - their health at an instant, over all workers. */
  observe(sources: readonly SourceHealth[], nowMs: number): void {
    for (const source of sources) this.#observe(source, nowMs);
  }

  #observe(source: SourceHealth, nowMs: number): void {
    const id = `${source.kind} ${source.id}`;
    const extent = extentOf(source, nowMs);
    const last = this.#failing.get(id);
    if (extent === 'none') {
      if (last === undefined) return;
      this.#failing.delete(id);
      const failedSeconds = Math.round((nowMs - last.sinceMs) / 1_000);
      this.logger.info({ ...nameOf(source), failedSeconds }, `a ${wordOf(source)} works again`);
      return;
    }
    this.#failing.set(id, { extent, sinceMs: last?.sinceMs ?? nowMs });
    if (last !== undefined && EXTENTS.indexOf(extent) <= EXTENTS.indexOf(last.extent)) return;
    this.logger.info({ ...nameOf(source), ...describe(source) }, `a ${wordOf(source)} fails`);
  }
}

const wordOf = ({ kind }: SourceHealth) => (kind === 'find' ? 'finder' : 'source');
const nameOf = (source: SourceHealth) => ({ [wordOf(source)]: source.id });

function extentOf(source: SourceHealth, nowMs: number): Extent {
  if (source.kind === 'list') return 'none';
  const state = sourceStateOf(source, nowMs);
  if (state === 'failing' || state === 'blocked' || state === 'held_back') return 'most_drops';
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
