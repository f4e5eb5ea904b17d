import { type CatalogueView, emptyView, foldRevisions, type Revision } from '@droptrack/catalogue';
import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import { UnavailableError } from '../errors/domain-error';
import type { CurrentView, Viewer } from './current-view';
import { LateView } from './late-view';
import { RememberedDefinitions } from './remembered-definitions';

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

/** One for each that data is shown to. */
interface ShownViews {
  readonly live: CurrentView;
  readonly late: CurrentView;
}

/**
 * The views that the API answers from, kept up with the log: revisions are folded in as they come, confirmations
 * move the instant up to which they are complete. One is live; the other shows the log as it stood a fixed time ago.
 */
export class LiveCatalogue {
  /** Of drops that were asked about lately; both views' alike. */
  readonly definitions = new RememberedDefinitions();
  readonly #lateView: LateView | null;
  #shown: ShownViews | null = null;
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #clockSkewMs = 0;

  /**
   * @param monotonicMs - a clock that never steps back, milliseconds.
   * @param lateSeconds - how late the plans see the data that do not see it live; with 0 everybody sees it live.
   */
  constructor(
    private readonly monotonicMs: () => number,
    private readonly lateSeconds: number = 0,
  ) {
    this.#lateView = lateSeconds === 0 ? null : new LateView(lateSeconds * 1_000);
  }

  /**
   * Begins with a state of the log that is of age for everybody. What came after it is to be
   * appended; nothing is given out before the first confirmation.
   */
  start(view: CatalogueView): void {
    this.#lateView?.start(view);
    this.#show(view, view.newestMs);
  }

  /** Folds in what was appended. The late view moves with confirmations alone, or it would be folded twice for each. */
  appended(revisions: readonly Revision[]): void {
    const before = this.#shown;
    const view = foldRevisions(before?.live.view ?? emptyView, revisions);
    this.#lateView?.appended(revisions);
    this.definitions.appended(revisions);
    this.#show(view, Math.max(before?.live.asOfMs ?? 0, view.newestMs), before?.late);
  }

  /** Notes that the live view was complete up to an instant; one that has yet to catch up stays as it is. */
  confirmed({ seq, asOfMs, clockSkewMs }: Confirmation): void {
    this.#confirmedAtMs = this.monotonicMs();
    this.#clockSkewMs = clockSkewMs;
    const live = this.#shown?.live;
    if (live !== undefined && live.view.seq >= seq && asOfMs >= live.asOfMs) this.#show(live.view, asOfMs);
  }

  /**
   * What somebody's plan shows.
   *
   * @throws {UnavailableError} as {@link current}.
   */
  seenBy({ plan }: Viewer): CurrentView {
    const { live, late } = this.#usable();
    return PLAN_TERMS[plan].delayed ? late : live;
  }

  /** By how many seconds a plan sees the data late. */
  delaySecondsOf(plan: Plan): number {
    return PLAN_TERMS[plan].delayed ? this.lateSeconds : 0;
  }

  /**
   * What is shown live.
   *
   * @throws {UnavailableError} before the first view, and a minute after the last contact with the log.
   */
  current(): CurrentView {
    return this.#usable().live;
  }

  /** The instant up to which the live view was last confirmed, however long ago; milliseconds since the epoch, 0 before. */
  get confirmedUpToMs(): number {
    return this.#confirmedAtMs > Number.NEGATIVE_INFINITY ? (this.#shown?.live.asOfMs ?? 0) : 0;
  }

  /** The last revision that is shown live. */
  get seq(): number {
    return this.#shown?.live.view.seq ?? 0;
  }

  /** Milliseconds since the last confirmation. */
  staleMs(): number {
    return this.monotonicMs() - this.#confirmedAtMs;
  }

  clockSkewMs(): number {
    return this.#clockSkewMs;
  }

  #usable(): ShownViews {
    if (this.#shown === null) throw new UnavailableError('The service is starting');
    if (this.staleMs() > STALE_MS_MAX) throw new UnavailableError('The data cannot be confirmed at the moment');
    return this.#shown;
  }

  /** @param late - what is shown late meanwhile; as far behind as it should be when not given. */
  #show(view: CatalogueView, asOfMs: number, late?: CurrentView): void {
    const live: CurrentView = { view, asOfMs, isLate: false };
    this.#shown = { live, late: this.#lateView === null ? live : (late ?? this.#lateView.behind(live)) };
  }
}
