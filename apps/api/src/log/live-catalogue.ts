import { type CatalogueView, emptyView, foldRevisions, type Revision } from '@droptrack/catalogue';
import { UnavailableError } from '../errors/domain-error';

/** Without contact for longer than this, what is in memory is no longer given out (api: parts away). */
const STALE_MS_MAX = 60_000;

/** What a confirmation of the log says. */
export interface Confirmation {
  readonly seq: number;
  /** The instant up to which nothing more will be recorded, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Database clock minus ours, milliseconds. */
  readonly clockSkewMs: number;
}

/** What is shown now, and up to which instant that is all there is. */
export interface CurrentView {
  readonly view: CatalogueView;
  /** Milliseconds since the epoch; never before the newest row of the view. */
  readonly asOfMs: number;
}

/**
 * The view that the API answers from, kept up with the log: revisions are folded in as
 * they come, confirmations move the instant up to which it is complete.
 */
export class LiveCatalogue {
  #current: CurrentView | null = null;
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #clockSkewMs = 0;

  /** @param monotonicMs - a clock that never steps back, milliseconds. */
  constructor(private readonly monotonicMs: () => number) {}

  /** Begins with the state of the log as it was read at start. */
  start(view: CatalogueView, confirmation: Confirmation): void {
    this.#current = { view, asOfMs: view.newestMs };
    this.confirmed(confirmation);
  }

  /** Folds in what was appended. */
  appended(revisions: readonly Revision[]): void {
    const view = foldRevisions(this.#current?.view ?? emptyView, revisions);
    this.#current = { view, asOfMs: Math.max(this.#current?.asOfMs ?? 0, view.newestMs) };
  }

  /** Notes that the view was complete up to an instant; a view that has yet to catch up stays as it is. */
  confirmed({ seq, asOfMs, clockSkewMs }: Confirmation): void {
    this.#confirmedAtMs = this.monotonicMs();
    this.#clockSkewMs = clockSkewMs;
    if (this.#current !== null && this.#current.view.seq >= seq && asOfMs > this.#current.asOfMs) {
      this.#current = { view: this.#current.view, asOfMs };
    }
  }

  /** @throws {UnavailableError} before the first view, and a minute after the last contact with the log. */
  current(): CurrentView {
    if (this.#current === null) throw new UnavailableError('The service is starting');
    if (this.staleMs() > STALE_MS_MAX) throw new UnavailableError('The data cannot be confirmed at the moment');
    return this.#current;
  }

  get seq(): number {
    return this.#current?.view.seq ?? 0;
  }

  /** Milliseconds since the last confirmation. */
  staleMs(): number {
    return this.monotonicMs() - this.#confirmedAtMs;
  }

  clockSkewMs(): number {
    return this.#clockSkewMs;
  }
}
