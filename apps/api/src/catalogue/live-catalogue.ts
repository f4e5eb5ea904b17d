import {
  type CatalogueView,
  type DefinitionBody,
  emptyView,
  foldRevisions,
  foldUntil,
  type Revision,
} from '@droptrack/catalogue';
import type { Plan } from '@droptrack/contracts';
import { UnavailableError } from '../platform/errors/domain-error';
import { type CurrentView, readsDelayed, type Viewer } from './current-view';
import { CachedDefinitions } from './definitions';
import type { Primary } from './primary';

/** Maximum time since the last contact to the database during which the views are served, in milliseconds. */
const CONTACT_AGE_MS_MAX = 60_000;

/**
 * Maximum lead of the log over the database clock, in milliseconds. Revisions of one transaction are a microsecond apart,
 * so a large transaction leads by some milliseconds; more means that the clock was set back.
 */
export const LOG_AHEAD_MS_MAX = 1_000;

/** Confirmation of the log. */
export interface Confirmation {
  readonly seq: number;
  /** Instant up to which nothing more will be recorded, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Database clock minus the clock of this process, milliseconds. */
  readonly clockSkewMs: number;
  /** `asOfMs` minus the database clock, milliseconds; 0 by default. */
  readonly logAheadMs?: number;
  /** Age of the confirmation when it was read, milliseconds; 0 by default. */
  readonly ageMs?: number;
}

/** Published views: the live one, and the one of delayed plans. */
interface PublishedViews {
  readonly live: CurrentView;
  readonly delayed: CurrentView;
}

/**
 * Views from which the API responds, kept current with the log. Revisions are folded on arrival and published by the
 * confirmation that they are complete, so that no response contains a part of a transaction, or an instant at which a
 * revision is missing.
 */
export class LiveCatalogue {
  /** Cached definitions, for both views. */
  readonly definitions = new CachedDefinitions();
  readonly #delayedView: DelayedView | null;
  #published: PublishedViews | null = null;
  /** All revisions so far; becomes the live view with their confirmation. */
  #folded: CatalogueView = emptyView;
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #contactAtMs = Number.NEGATIVE_INFINITY;
  #clockSkewMs = 0;
  #logAheadMs = 0;

  /**
   * @param monotonicMs - monotonic clock, in milliseconds.
   * @param delaySeconds - delay of the plans with delayed data; with 0, all plans receive the live view.
   * @param primary - primary of the replica that is read; null if the log is read where it is written.
   */
  constructor(
    private readonly monotonicMs: () => number,
    private readonly delaySeconds: number = 0,
    private readonly primary: Primary | null = null,
  ) {
    this.#delayedView = delaySeconds === 0 ? null : new DelayedView(delaySeconds * 1_000);
  }

  /**
   * Sets the initial state of both views, which must be older than the delay. Later revisions must be appended; nothing is
   * served before the first confirmation.
   */
  start(view: CatalogueView): void {
    this.#delayedView?.start(view);
    this.#folded = view;
  }

  /** Folds revisions. The next confirmation that covers them publishes them. */
  appended(revisions: readonly Revision[]): void {
    this.#folded = foldRevisions(this.#folded, revisions);
    this.#delayedView?.appended(revisions);
    this.definitions.appended(revisions);
  }

  /** Publishes all revisions up to `seq` as complete up to `asOfMs`; does not change the views until all are folded. */
  confirmed({ seq, asOfMs, clockSkewMs, logAheadMs = 0, ageMs = 0 }: Confirmation): void {
    // A replica returns the last confirmation that has arrived, again and again.
    if (this.primary === null || asOfMs > this.confirmedUpToMs) this.#confirmedAtMs = this.monotonicMs() - ageMs;
    this.contacted();
    this.#clockSkewMs = clockSkewMs;
    this.#logAheadMs = logAheadMs;
    // A revision after `seq` can have the same millisecond as others that are not committed yet.
    if (this.#folded.seq === seq && asOfMs >= (this.#published?.live.asOfMs ?? 0)) this.#publish(this.#folded, asOfMs);
  }

  /** Notes that the database responds although the log cannot be confirmed: the views are still served, unchanged. */
  contacted(): void {
    this.#contactAtMs = this.monotonicMs();
  }

  /**
   * Current view for a caller.
   *
   * @throws {UnavailableError} as {@link current}.
   */
  requireView(viewer: Viewer): CurrentView {
    const { live, delayed } = this.#usable();
    return readsDelayed(viewer) ? delayed : live;
  }

  /** Current view for a plan; null where {@link requireView} throws. */
  viewFor(plan: Plan): CurrentView | null {
    if (this.#published === null || this.contactAgeMs() > CONTACT_AGE_MS_MAX) return null;
    return readsDelayed({ plan }) ? this.#published.delayed : this.#published.live;
  }

  /** Delay of the data that a caller receives, in seconds. */
  delaySecondsOf(viewer: Viewer): number {
    return readsDelayed(viewer) ? this.delaySeconds : 0;
  }

  /**
   * Live view.
   *
   * @throws {UnavailableError} before the first confirmation, and a minute after the last contact to the database.
   */
  current(): CurrentView {
    return this.#usable().live;
  }

  /** Instant up to which the live view was last confirmed, however long ago; milliseconds since the epoch, 0 before. */
  get confirmedUpToMs(): number {
    return this.#confirmedAtMs > Number.NEGATIVE_INFINITY ? (this.#published?.live.asOfMs ?? 0) : 0;
  }

  /** Last revision of the live view. */
  get seq(): number {
    return this.#published?.live.view.seq ?? 0;
  }

  /** Milliseconds since the last confirmation. */
  staleMs(): number {
    return this.monotonicMs() - this.#confirmedAtMs;
  }

  /** Milliseconds since the last response of the database, which also responds while another session locks the log. */
  contactAgeMs(): number {
    return this.monotonicMs() - this.#contactAtMs;
  }

  /**
   * Milliseconds since a response that proves that no key was revoked before: of the database that writes, or of a replica
   * that has received a new confirmation of it.
   */
  keysAgeMs(): number {
    return this.primary === null ? this.contactAgeMs() : Math.min(this.primary.contactAgeMs(), this.staleMs());
  }

  /** Time by which the replica that is read is behind its primary, in milliseconds; null without a replica. */
  replicaLagMs(): number | null {
    return this.primary?.lagMs(this.confirmedUpToMs) ?? null;
  }

  clockSkewMs(): number {
    return this.#clockSkewMs;
  }

  /** Lead of the last confirmed instant over the clock of the database that writes, in milliseconds. */
  logAheadMs(): number {
    return this.primary?.logAheadMs() ?? this.#logAheadMs;
  }

  #usable(): PublishedViews {
    if (this.#published === null) throw new UnavailableError('The service is starting');
    if (this.contactAgeMs() > CONTACT_AGE_MS_MAX)
      throw new UnavailableError('The data cannot be confirmed at the moment');
    return this.#published;
  }

  #publish(view: CatalogueView, asOfMs: number): void {
    const live: CurrentView = { view, asOfMs, isDelayed: false };
    this.#published = { live, delayed: this.#delayedView?.behind(live) ?? live };
  }
}

/**
 * View of the log as it stood a fixed time before the live view. Revisions wait in memory until they are older than the
 * delay. Both views fold the same revision objects and so share their entries.
 */
class DelayedView {
  #view: CatalogueView = emptyView;
  #waiting: Revision[] = [];

  constructor(private readonly delayMs: number) {}

  /** Sets the initial state. Later revisions must be appended. */
  start(view: CatalogueView): void {
    this.#view = view;
    this.#waiting = [];
  }

  /** Adds new revisions of the log, of any age. */
  appended(revisions: readonly Revision[]): void {
    for (const revision of revisions) this.#waiting.push(asViewed(revision));
  }

  /** Delayed view that belongs to a live view. Instants of successive calls must not decrease. */
  behind(live: CurrentView): CurrentView {
    const untilMs = live.asOfMs - this.delayMs;
    this.#advance(live.view, untilMs);
    return { view: this.#view, asOfMs: Math.max(untilMs, this.#view.newestMs), isDelayed: true };
  }

  #advance(live: CatalogueView, untilMs: number): void {
    const [next] = this.#waiting;
    const last = this.#waiting.at(-1);
    if (last === undefined || last.recordedAtMs <= untilMs) {
      // All revisions are older than the delay: both plans share one view, without a fold.
      this.#view = live;
      this.#waiting = [];
    } else if (next !== undefined && next.recordedAtMs <= untilMs) {
      const { view, rest } = foldUntil(this.#view, this.#waiting, untilMs);
      this.#view = view;
      this.#waiting.splice(0, this.#waiting.length - rest.length);
    }
  }
}

/**
 * Definitions are the largest bodies of the log, and views contain only token, outcome, links and amounts of them. A body of another release
 * may have none of these, and must not hold the view up.
 */
function asViewed(revision: Revision): Revision {
  const { entity, body } = revision;
  if (entity !== 'definition' || body === null) return revision;
  const { definition } = body as Partial<DefinitionBody>; // By its entity.
  const { tokens, claimed } = definition?.distribution ?? {};
  const { token, outcome, links, officialDomains } = definition ?? {};
  const viewed = { token, outcome, links, officialDomains, distribution: { tokens, claimed } };
  return { ...revision, body: { definition: viewed } as unknown as DefinitionBody };
}
