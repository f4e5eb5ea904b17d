import { type CalendarEventBody, type DropBody, type Revision } from '@droptrack/catalogue';
import { DROP_STATUSES } from '@droptrack/contracts';
import type { RevisionCause, RevisionDraft } from '../log/append';
import { canonicalJson } from './canonical';
import type { StoredCatalogue } from './stored';

type Shown = Revision['body'] | undefined;

/** The revisions of an apply: only what shows something else than the log does now, drops before their events. */
export class Drafts {
  readonly #drops: RevisionDraft[] = [];
  readonly #events: RevisionDraft[] = [];
  constructor(private readonly shown: StoredCatalogue['shown']) {}

  /** @param isStated - whether somebody stated something new; else time alone has changed what is shown. */
  addDrop(id: string, body: DropBody | null, isStated: boolean): void {
    const shown = this.shown.drop.get(id);
    if (differs(shown, body)) {
      this.#drops.push({ entity: 'drop', id, body, cause: causeOf(isStated, isDropBack(shown, body)) });
    }
  }

  /** @param isStated - as of {@link addDrop}. */
  addEvent(id: string, body: CalendarEventBody | null, isStated: boolean): void {
    const shown = this.shown.calendar_event.get(id);
    if (differs(shown, body)) {
      this.#events.push({ entity: 'calendar_event', id, body, cause: causeOf(isStated, isEventBack(shown, body)) });
    }
  }

  inOrder(): RevisionDraft[] {
    return [...this.#drops, ...this.#events];
  }
}

const differs = (shown: Shown, body: Revision['body']): boolean => canonicalJson(shown ?? null) !== canonicalJson(body);

/** What goes back on what was shown is marked as a correction (api: states of a drop). */
function causeOf(isStated: boolean, isBack: boolean): RevisionCause {
  if (isBack) return 'correction';
  return isStated ? 'catalogue' : 'calendar';
}

/** A drop only moves on by itself: `upcoming`, `live`, `tge`. */
function isDropBack(shown: Shown, body: DropBody | null): boolean {
  if (!shown || body === null || !('status' in shown)) return false;
  return DROP_STATUSES.indexOf(body.status) < DROP_STATUSES.findIndex((status) => status === shown.status);
}

/** What has occurred cannot un-happen. */
function isEventBack(shown: Shown, body: CalendarEventBody | null): boolean {
  return Boolean(shown && 'status' in shown && shown.status === 'occurred' && body && body.status !== 'occurred');
}
