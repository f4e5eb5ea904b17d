import { WakeUpSignal } from '@droptrack/resilience';
import { type EventHead, readEventHead, readStreamedEvents, type Sql } from '@droptrack/persistence';
import type { CurrentView } from '../../catalogue/current-view';
import type { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { StreamMark } from './stream-blocks';
import { StreamBroadcast } from './stream-broadcast';

/** Longest wait before the published events are read again without a wake-up signal, in milliseconds. */
const POLL_MS = 500;
/** Shortest time between two reads, in milliseconds: the events between them are sent together. */
const GAP_MS = 50;

interface StreamHubDeps {
  readonly catalogue: Pick<LiveCatalogue, 'requireView'>;
  readonly db: Sql;
  /** Called for events that were sent, over all streams. */
  readonly onSent: (events: number) => void;
  /** Called when events cannot be read; the hub continues by itself. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Both broadcasts of events, kept current while streams are open. An event is sent once the worker has published it and the
 * view of the plan contains its revision, so that a request after it sees the change.
 */
export class StreamHub {
  readonly live: StreamBroadcast;
  readonly delayed: StreamBroadcast;
  readonly #signal = new WakeUpSignal();
  #open = 0;
  #started: Promise<void> | null = null;
  #reading: Promise<void> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #preparing: Promise<void> | null = null;
  #isPrepared = false;

  constructor(private readonly deps: StreamHubDeps) {
    const { db, onSent } = deps;
    const readEvents = (afterSeq: number, upToSeq: number) => readStreamedEvents(db, afterSeq, upToSeq);
    this.live = new StreamBroadcast({ isDelayed: false, readEvents, onSent });
    this.delayed = new StreamBroadcast({ isDelayed: true, readEvents, onSent });
  }

  /** True once the marks of both broadcasts could be read: streams are accepted. */
  get isPrepared(): boolean {
    return this.#isPrepared;
  }

  /** Reads the first marks. A failure is reported, and the next wake-up signal tries again. */
  prepare(): Promise<void> {
    if (this.#isPrepared) return Promise.resolve();
    this.#preparing ??= this.#read()
      .catch(this.deps.onFailed)
      .finally(() => (this.#preparing = null));
    return this.#preparing;
  }

  /** Reads at once what was published: a revision was confirmed, or events were stored. */
  wake(): void {
    if (this.#open > 0) this.#signal.send();
    else if (!this.#isPrepared) void this.prepare();
  }

  /**
   * Keeps the broadcasts current until the returned function is called.
   *
   * @returns once both broadcasts have their first mark.
   * @throws {UnavailableError} if the database or the view is unavailable.
   */
  async hold(): Promise<() => void> {
    this.#open += 1;
    try {
      // The marks of broadcasts without streams are those of the last stream.
      await (this.#started ??= this.#start());
    } catch (error) {
      this.#release();
      throw error;
    }
    return () => this.#release();
  }

  /** Resolves when nothing is read anymore. Streams must be closed before. */
  async stopped(): Promise<void> {
    await this.#preparing;
    await this.#running;
  }

  async #start(): Promise<void> {
    await this.#read();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#run();
  }

  #release(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    this.#started = null;
    this.#signal.send();
  }

  async #run(): Promise<void> {
    while (this.#open > 0) {
      await this.#signal.wait(POLL_MS);
      await this.#read().catch(this.deps.onFailed);
      if (this.#open > 0) await pause(GAP_MS);
    }
    this.#isRunning = false;
  }

  /** Reads and sends, one call after the other. */
  #read(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#advance());
    return this.#reading;
  }

  async #advance(): Promise<void> {
    const { catalogue, db } = this.deps;
    // Before the head: events of the views are published then, or counted as missing.
    const [live, delayed] = [catalogue.requireView({ plan: 'pro' }), catalogue.requireView({ plan: 'free' })];
    const head = await readEventHead(db);
    await this.live.advance(markOf(live, head));
    await this.delayed.advance(markOf(delayed, head));
    this.#isPrepared = true;
  }
}

/** Place up to which a view and the published events agree. */
function markOf({ view, asOfMs }: CurrentView, { publishedSeq, unpublishedSinceMs }: EventHead): StreamMark {
  if (view.seq <= publishedSeq) return { seq: view.seq, asOfMs };
  return { seq: publishedSeq, asOfMs: Math.min(asOfMs, (unpublishedSinceMs ?? asOfMs + 1) - 1) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
