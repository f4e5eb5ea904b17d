import { createHash } from 'node:crypto';
import {
  deriveCalendarEvent,
  type DerivedFrom,
  deriveDrop,
  deriveHype,
  type DropBody,
  type DropDefinition,
  type EventDefinition,
} from '@droptrack/catalogue';
import type { RevisionDraft } from '../log/append';
import { canonicalJson } from './canonical';
import { type Difference, differencesOf } from './difference';
import { Drafts } from './drafts';
import { addMoves, type MovingDrop } from './moves';
import type { StoredCatalogue, StoredDrop, StoredEvent } from './stored';

export type ChangeKind = 'created' | 'updated' | 'restored' | 'archived';

/** What an apply does to one drop. */
export interface DropChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** Member by member; empty for what is created or archived whole. */
  readonly diff: readonly Difference[];
}

/** All that an apply will write. */
export interface CataloguePlan {
  readonly changes: readonly DropChange[];
  readonly unchanged: number;
  readonly drops: readonly DropDefinition[];
  readonly events: readonly StoredEvent[];
  readonly archived: readonly string[];
  /** Drops whose calendar moved something since it was last looked at. */
  readonly moved: readonly string[];
  readonly revisions: readonly RevisionDraft[];
}

/** A definition names a drop that belongs to another set of files. */
export class ForeignDropError extends Error {
  override readonly name = 'ForeignDropError';
  constructor(
    readonly id: string,
    readonly origin: string,
  ) {
    super(`The drop "${id}" belongs to the origin "${origin}"`);
  }
}

/** The id of a calendar event: the same for the same drop and key, whatever else changes. */
export function calendarEventId(dropId: string, key: string): string {
  return `cal_${createHash('sha256').update(`${dropId}/${key}`).digest('hex').slice(0, 20)}`;
}

/**
 * Works out what changes when `definitions` are what an origin's files say. Pure: the
 * writing is another's.
 *
 * What the calendar has moved until now is told first, move by move, as the drops were
 * stated before; what is stated now comes on top of it.
 *
 * @param prune - whether drops of the origin that are not among the definitions are archived.
 * @throws {ForeignDropError}
 */
export function planApply(
  stored: StoredCatalogue,
  origin: string,
  definitions: readonly DropDefinition[],
  prune: boolean,
  atMs: number,
): CataloguePlan {
  const changes: DropChange[] = [];
  const drops: DropDefinition[] = [];
  const events: StoredEvent[] = [];
  const moved: string[] = [];
  const drafts = new Drafts(stored.shown);
  for (const definition of definitions) {
    const before = stored.drops.get(definition.id);
    if (before !== undefined && before.origin !== origin) throw new ForeignDropError(definition.id, before.origin);
    if (before !== undefined && !before.isArchived && addMoves(drafts, movingDrop(stored, before), atMs)) {
      moved.push(definition.id);
    }
    const change = changeOf(before, definition);
    if (change === null) continue;
    changes.push(change);
    drops.push(definition);
    drafts.addDefinition(definition.id, { origin, definition });
    drafts.addDrop(
      definition.id,
      deriveDrop(definition, derivedFrom(stored, drafts.shownDrop(definition.id), definition, atMs)),
      'catalogue',
    );
    for (const { row, isChanged } of eventsOf(definition, stored.events.get(definition.id))) {
      if (isChanged) events.push(row);
      drafts.addEvent(row.id, deriveCalendarEvent(definition, row.definition, row, atMs), 'catalogue');
    }
  }
  const archived = prune ? goneFrom(stored, origin, definitions) : [];
  for (const { id } of archived) {
    changes.push({ id, kind: 'archived', diff: [] });
    drafts.addDefinition(id, null);
    drafts.addDrop(id, null, 'catalogue');
    for (const event of stored.events.get(id)?.values() ?? []) drafts.addEvent(event.id, null, 'catalogue');
  }
  return {
    changes,
    unchanged: definitions.length - drops.length,
    drops,
    events,
    archived: archived.map(({ id }) => id),
    moved,
    revisions: drafts.inOrder(),
  };
}

const movingDrop = ({ events }: StoredCatalogue, { id, definition, movedUntilMs }: StoredDrop): MovingDrop => ({
  definition,
  events: [...(events.get(id)?.values() ?? [])],
  movedUntilMs,
});

/** The score stays what it is shown as; a drop that is not shown has none yet, and begins with what its calendar gives. */
function derivedFrom(
  { published }: StoredCatalogue,
  shown: DropBody | null,
  definition: DropDefinition,
  atMs: number,
): DerivedFrom {
  const hype =
    shown === null
      ? { score: deriveHype(definition, {}, atMs).score, delta7d: 0 }
      : { score: shown.hype_score, delta7d: shown.hype_delta_7d };
  return { atMs, hype, published: published.get(definition.id) ?? null };
}

function changeOf(before: StoredDrop | undefined, definition: DropDefinition): DropChange | null {
  const { id } = definition;
  if (before === undefined) return { id, kind: 'created', diff: [] };
  const diff = differencesOf(before.definition, definition);
  if (before.isArchived) return { id, kind: 'restored', diff };
  return diff.length === 0 ? null : { id, kind: 'updated', diff };
}

/** The events of a drop as they will be: those stated, and as cancelled those that no longer are. */
function eventsOf(
  { id: dropId, events }: DropDefinition,
  before: ReadonlyMap<string, StoredEvent> = new Map(),
): { readonly row: StoredEvent; readonly isChanged: boolean }[] {
  const keys = new Set(events.map(({ key }) => key));
  const gone = [...before.values()]
    .filter(({ definition }) => !keys.has(definition.key))
    .map(({ definition }): EventDefinition => ({ ...definition, status: 'cancelled' }));
  return [...events, ...gone].map((definition) => {
    const old = before.get(definition.key);
    const isMoved =
      old !== undefined &&
      (old.definition.startsAt !== definition.startsAt || old.definition.endsAt !== definition.endsAt);
    const sequence = (old?.sequence ?? 0) + (isMoved ? 1 : 0);
    const row = { id: calendarEventId(dropId, definition.key), dropId, definition, sequence };
    return { row, isChanged: old === undefined || canonicalJson(old.definition) !== canonicalJson(definition) };
  });
}

function goneFrom(stored: StoredCatalogue, origin: string, definitions: readonly DropDefinition[]): StoredDrop[] {
  const named = new Set(definitions.map(({ id }) => id));
  return [...stored.drops.values()].filter((drop) => drop.origin === origin && !drop.isArchived && !named.has(drop.id));
}
