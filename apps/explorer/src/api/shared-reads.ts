import { LRUCache } from 'lru-cache';
import type { CallRecord } from './call-record';
import { FRESH_MS } from './response-cache';

/** Maximum size of all kept results, in characters of their responses; as objects they take about three times as much. */
const CHARACTERS_MAX = 4_000_000;

/** A call that was made or is being made, and its result. */
interface SharedRead {
  readonly record: CallRecord;
  readonly result: Promise<unknown>;
}

/** A result that is used again. */
interface KeptRead extends SharedRead {
  readonly freshUntilMs: number;
}

/**
 * Results of calls that only read, for all pages: those of one moment need the same lists, calendars and series, and sending and parsing
 * them again was most of the work of a page. A result is used again for as long as its responses are fresh. Concurrent calls share one
 * result. No page may change it. A result that falls short of the
 * current state is not kept.
 */
export class SharedReads {
  readonly #pending = new Map<string, SharedRead>();
  readonly #kept = new LRUCache<string, KeptRead>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ record }) => record.characters + record.typescript.length + 1,
  });

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(private readonly nowMs: () => number) {}

  /** The read of a name: a fresh one, one that is being made, or else the one that `begin` makes. */
  get(name: string, begin: () => SharedRead): SharedRead {
    const kept = this.#kept.get(name);
    if (kept !== undefined && this.nowMs() < kept.freshUntilMs) return kept;
    return this.#pending.get(name) ?? this.#begin(name, begin());
  }

  #begin(name: string, read: SharedRead): SharedRead {
    this.#pending.set(name, read);
    const end = (): boolean => this.#pending.delete(name);
    read.result.then(() => {
      end();
      this.#keep(name, read);
    }, end);
    return read;
  }

  #keep(name: string, read: SharedRead): void {
    const { shortfall, ageMs } = read.record;
    const freshUntilMs = this.nowMs() + FRESH_MS - ageMs;
    if (shortfall === null) this.#kept.set(name, { ...read, freshUntilMs });
  }
}
