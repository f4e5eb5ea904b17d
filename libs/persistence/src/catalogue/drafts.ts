import type { CalendarEventBody, DefinitionBody, DropBody, Revision } from '@droptrack/catalogue';
import { DROP_STATUSES } from '@droptrack/contracts';
import type { RevisionCause, RevisionDraft } from '../log/append';
import { canonicalJson } from './canonical';

type Shown = Revision['body'] | undefined;

/** What the log shows of drops and events, by id; null for what is archived. */
export interface ShownBodies {
  readonly drop: ReadonlyMap<string, Revision['body']>;
  readonly calendar_event: ReadonlyMap<string, Revision['body']>;
}

/**
 * The revisions of one transaction: only what shows something else than the log does, or
 * than the drafts before it do. Moves come first, in the order of their moments over all
 * drops; then definitions, drops and events.
 */
export class Drafts {
  readonly #moves: { readonly atMs: number; readonly draft: RevisionDraft }[] = [];
  readonly #definitions: RevisionDraft[] = [];
  readonly #drops: RevisionDraft[] = [];
  readonly #events: RevisionDraft[] = [];
  readonly #drafted = new Map<string, Revision['body']>();
  constructor(private readonly shown: ShownBodies) {}

  addDefinition(id: string, body: DefinitionBody | null): void {
    this.#definitions.push({ entity: 'definition', id, body, cause: 'catalogue' });
  }

  addDrop(id: string, body: DropBody | null, cause: RevisionCause): void {
    this.#add(this.#drops, { entity: 'drop', id, body, cause }, isDropBack);
  }

  addEvent(id: string, body: CalendarEventBody | null, cause: RevisionCause): void {
    this.#add(this.#events, { entity: 'calendar_event', id, body, cause }, isEventBack);
  }

  /** What the calendar alone moved at an instant, in the order given. */
  addMove(atMs: number, entity: 'drop' | 'calendar_event', id: string, body: DropBody | CalendarEventBody): void {
    const drafts: RevisionDraft[] = [];
    this.#add(drafts, { entity, id, body, cause: 'calendar' }, () => false);
    this.#moves.push(...drafts.map((draft) => ({ atMs, draft })));
  }

  /** A drop as it is shown after these drafts; null when it is not. */
  shownDrop(id: string): DropBody | null {
    return (this.#bodyOf('drop', id) ?? null) as DropBody | null; // By its entity.
  }

  inOrder(): RevisionDraft[] {
    const moves = [...this.#moves].sort((a, b) => a.atMs - b.atMs).map(({ draft }) => draft);
    return [...moves, ...this.#definitions, ...this.#drops, ...this.#events];
  }

  #add(to: RevisionDraft[], draft: RevisionDraft, isBack: (shown: Shown, body: Shown) => boolean): void {
    const entity = draft.entity as keyof ShownBodies;
    const shown = this.#bodyOf(entity, draft.id);
    if (canonicalJson(shown ?? null) === canonicalJson(draft.body)) return;
    this.#drafted.set(`${entity}/${draft.id}`, draft.body);
    // What goes back on what was shown is marked as a correction (api: states of a drop).
    to.push(isBack(shown, draft.body) ? { ...draft, cause: 'correction' } : draft);
  }

  #bodyOf(entity: keyof ShownBodies, id: string): Shown {
    const key = `${entity}/${id}`;
    return this.#drafted.has(key) ? this.#drafted.get(key) : this.shown[entity].get(id);
  }
}

/** A drop only moves on by itself: `upcoming`, `live`, `tge`. */
function isDropBack(shown: Shown, body: Shown): boolean {
  if (!shown || !body || !('status' in shown) || !('status' in body)) return false;
  const place = (status: string) => DROP_STATUSES.findIndex((each) => each === status);
  return place(body.status) < place(shown.status);
}

/** What has occurred cannot un-happen. */
function isEventBack(shown: Shown, body: Shown): boolean {
  return Boolean(
    shown && 'status' in shown && shown.status === 'occurred' && body && 'status' in body && body.status !== 'occurred',
  );
}
