import { type CatalogueView, emptyView, foldUntil, type Revision } from '@droptrack/catalogue';
import type { CurrentView } from './current-view';

/**
 * What was shown some time ago: the log, folded up to an instant that follows the live one at a fixed distance.
 * Revisions wait here until they come of age. They are the very objects that the live view has folded, so the two
 * share their entries; what no view shows of them is not kept.
 */
export class LateView {
  #view: CatalogueView = emptyView;
  #waiting: Revision[] = [];

  constructor(private readonly delayMs: number) {}

  /** Begins with a past state. What came after it is to be appended. */
  start(view: CatalogueView): void {
    this.#view = view;
    this.#waiting = [];
  }

  /** Takes what was appended to the log, of whatever age. */
  appended(revisions: readonly Revision[]): void {
    for (const revision of revisions) this.#waiting.push(withoutDefinition(revision));
  }

  /** What is shown late while `live` is shown live; to be asked with instants that never fall. */
  behind(live: CurrentView): CurrentView {
    const untilMs = live.asOfMs - this.delayMs;
    this.#advance(live.view, untilMs);
    return { view: this.#view, asOfMs: Math.max(untilMs, this.#view.newestMs), isLate: true };
  }

  #advance(live: CatalogueView, untilMs: number): void {
    const [next] = this.#waiting;
    const last = this.#waiting.at(-1);
    if (last === undefined || last.recordedAtMs <= untilMs) {
      // All that is shown live is of age: one view does for both, without a fold.
      this.#view = live;
      this.#waiting = [];
    } else if (next !== undefined && next.recordedAtMs <= untilMs) {
      const { view, rest } = foldUntil(this.#view, this.#waiting, untilMs);
      this.#view = view;
      this.#waiting.splice(0, this.#waiting.length - rest.length);
    }
  }
}

/** Definitions are the largest bodies of the log, and change no view. */
function withoutDefinition(revision: Revision): Revision {
  return revision.entity === 'definition' ? { ...revision, body: null } : revision;
}
