import { type CatalogueView, emptyView, foldRevisions, type Revision } from '@droptrack/catalogue';
import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import { UnavailableError } from '../platform/errors/domain-error';
import type { CurrentView, Viewer } from './current-view';
import { LateView } from './late-view';
import { RememberedDefinitions } from './remembered-definitions';

/** Longest time without contact to the database after which memory is still served. */
const CONTACT_AGE_MS_MAX = 60_000;

/** What a confirmation of the log says. */
export interface Confirmation {
  readonly seq: number;
  /** The instant up to which nothing more will be recorded, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Database clock minus ours, milliseconds. */
  readonly clockSkewMs: number;
  /** `asOfMs` minus the database's clock, milliseconds; 0 when not given. */
  readonly logAheadMs?: number;
}

/** One for each that data is shown to. */
interface ShownViews {
  readonly live: CurrentView;
  readonly late: CurrentView;
}

/**
 * The views that the API answers from, kept up with the log: revisions are folded as they come and published by the
 * confirmation that they are complete, so no response shows a part of a transaction, nor an instant at which a revision
 * is missing. One view is live; the other shows the log as it stood a fixed time ago.
 */
export class LiveCatalogue {
  /** Of drops that were asked about lately; both views' alike. */
  readonly definitions = new RememberedDefinitions();
  readonly #lateView: LateView | null;
  #shown: ShownViews | null = null;
  /** All revisions so far; the live view as soon as they are confirmed. */
  #folded: CatalogueView = emptyView;
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #contactAtMs = Number.NEGATIVE_INFINITY;
  #clockSkewMs = 0;
  #logAheadMs = 0;

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
   * Begins with a state of the log that is of age for all plans. Later revisions are to be appended; nothing is served
   * before the first confirmation.
   */
  start(view: CatalogueView): void {
    this.#lateView?.start(view);
    this.#folded = view;
  }

  /** Folds revisions. They are published by the next confirmation that covers them. */
  appended(revisions: readonly Revision[]): void {
    this.#folded = foldRevisions(this.#folded, revisions);
    this.#lateView?.appended(revisions);
    this.definitions.appended(revisions);
  }

  /** Publishes all revisions up to `seq` as complete up to `asOfMs`; before they are all folded, the views stay. */
  confirmed({ seq, asOfMs, clockSkewMs, logAheadMs = 0 }: Confirmation): void {
    this.#confirmedAtMs = this.monotonicMs();
    this.contacted();
    this.#clockSkewMs = clockSkewMs;
    this.#logAheadMs = logAheadMs;
    // A revision after `seq` may share its millisecond with others that are not committed yet.
    if (this.#folded.seq === seq && asOfMs >= (this.#shown?.live.asOfMs ?? 0)) this.#show(this.#folded, asOfMs);
  }

  /** Notes that the database answers, although the log cannot be confirmed: the views stay as they are, and usable. */
  contacted(): void {
    this.#contactAtMs = this.monotonicMs();
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

  /** Current view for a plan; null where {@link seenBy} throws. */
  viewFor(plan: Plan): CurrentView | null {
    if (this.#shown === null || this.contactAgeMs() > CONTACT_AGE_MS_MAX) return null;
    return PLAN_TERMS[plan].delayed ? this.#shown.late : this.#shown.live;
  }

  /** By how many seconds a plan sees the data late. */
  delaySecondsOf(plan: Plan): number {
    return PLAN_TERMS[plan].delayed ? this.lateSeconds : 0;
  }

  /**
   * What is shown live.
   *
   * @throws {UnavailableError} before the first confirmation, and a minute after the last contact to the database.
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

  /** Milliseconds since the database last answered; it does also while another session keeps the log locked. */
  contactAgeMs(): number {
    return this.monotonicMs() - this.#contactAtMs;
  }

  clockSkewMs(): number {
    return this.#clockSkewMs;
  }

  /** Milliseconds by which the instant of the last confirmation was ahead of the database's clock. */
  logAheadMs(): number {
    return this.#logAheadMs;
  }

  #usable(): ShownViews {
    if (this.#shown === null) throw new UnavailableError('The service is starting');
    if (this.contactAgeMs() > CONTACT_AGE_MS_MAX)
      throw new UnavailableError('The data cannot be confirmed at the moment');
    return this.#shown;
  }

  #show(view: CatalogueView, asOfMs: number): void {
    const live: CurrentView = { view, asOfMs, isLate: false };
    this.#shown = { live, late: this.#lateView?.behind(live) ?? live };
  }
}
