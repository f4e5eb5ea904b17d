import { createHash } from 'node:crypto';
import {
  deriveCalendarEvent,
  type DerivedFrom,
  deriveDrop,
  type DropBody,
  type DropDefinition,
  type EventDefinition,
  SAMPLE_ORIGIN,
  UNMEASURED_HYPE,
  withMarket,
} from '@droptrack/catalogue';
import { isSampleDropId, SAMPLE_ID_PREFIX } from '@droptrack/contracts';
import type { RevisionDraft } from '../log/append';
import { canonicalJson, type Difference, differencesOf } from './difference';
import { Drafts, type MovingDrop } from './drafts';
import type { StoredCatalogue, StoredDrop, StoredEvent } from './drop.repository';

export type ChangeKind = 'created' | 'updated' | 'restored' | 'archived';

/** Change of one drop by an apply. */
export interface DropChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** Member by member; empty for a created or archived drop. */
  readonly diff: readonly Difference[];
}

/** Writes of an apply. */
export interface CataloguePlan {
  readonly changes: readonly DropChange[];
  readonly unchanged: number;
  readonly drops: readonly DropDefinition[];
  readonly events: readonly StoredEvent[];
  readonly archived: readonly string[];
  /** Drops whose calendar has passed a date since the last recompute run. */
  readonly moved: readonly string[];
  readonly revisions: readonly RevisionDraft[];
}

/** A definition has the id of a drop that belongs to another set of files. */
export class ForeignDropError extends Error {
  override readonly name = 'ForeignDropError';
  constructor(
    readonly id: string,
    readonly origin: string,
  ) {
    super(`The drop "${id}" belongs to the origin "${origin}"`);
  }
}

/** The id of a sample drop belongs to another origin, or a sample drop has another id. */
export class ReservedDropIdError extends Error {
  override readonly name = 'ReservedDropIdError';
  constructor(
    readonly id: string,
    readonly origin: string,
  ) {
    super(
      `The drop "${id}" cannot have the origin "${origin}": ids that begin with "${SAMPLE_ID_PREFIX}" are those of the ` +
        `sample drops, whose origin is "${SAMPLE_ORIGIN}"`,
    );
  }
}

/** Id of a calendar event, derived from its drop and key only. */
export function calendarEventId(dropId: string, key: string): string {
  return `cal_${createHash('sha256').update(`${dropId}/${key}`).digest('hex').slice(0, 20)}`;
}

/**
 * Computes the writes that make the catalogue of an origin equal to `definitions`. Pure.
 *
 * Changes that calendars caused up to now come first, derived from the former definitions; changes of the definitions
 * follow.
 *
 * @param prune - archives drops of the origin that are not among the definitions.
 * @throws {ForeignDropError} {ReservedDropIdError}
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
  const drafts = new Drafts(stored.visible);
  for (const definition of definitions) {
    const before = stored.drops.get(definition.id);
    if (before !== undefined && before.origin !== origin) throw new ForeignDropError(definition.id, before.origin);
    assertOwnId(definition.id, origin);
    if (before !== undefined && !before.isArchived && drafts.addMoves(movingDrop(stored, before), atMs)) {
      moved.push(definition.id);
    }
    const change = changeOf(before, definition);
    if (change === null) continue;
    changes.push(change);
    drops.push(definition);
    drafts.addDefinition(definition.id, { origin, definition });
    const observed = withMarket(definition, stored.markets.get(definition.id) ?? null, atMs);
    const from = derivedFrom(stored, drafts.visibleDrop(definition.id), definition, atMs);
    drafts.addDrop(definition.id, deriveDrop(observed, from), 'catalogue');
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

function assertOwnId(id: string, origin: string): void {
  if (isSampleDropId(id) !== (origin === SAMPLE_ORIGIN)) throw new ReservedDropIdError(id, origin);
}

const movingDrop = ({ events }: StoredCatalogue, { id, definition, movedUntilMs }: StoredDrop): MovingDrop => ({
  definition,
  events: [...(events.get(id)?.values() ?? [])],
  movedUntilMs,
});

/** The visible score stays; a new drop has none until it is measured. */
function derivedFrom(
  { published }: StoredCatalogue,
  visible: DropBody | null,
  definition: DropDefinition,
  atMs: number,
): DerivedFrom {
  const hype =
    visible === null
      ? UNMEASURED_HYPE
      : {
          score: visible.hype_score,
          delta7d: visible.hype_delta_7d,
          confidence: visible.hype_confidence ?? null,
        };
  return { atMs, hype, published: published.get(definition.id) ?? null };
}

function changeOf(before: StoredDrop | undefined, definition: DropDefinition): DropChange | null {
  const { id } = definition;
  if (before === undefined) return { id, kind: 'created', diff: [] };
  const diff = differencesOf(before.definition, definition);
  if (before.isArchived) return { id, kind: 'restored', diff };
  return diff.length === 0 ? null : { id, kind: 'updated', diff };
}

/**
 * Members whose change increments the sequence of an event: calendar clients may ignore another date or a cancellation
 * that comes without (RFC 5546 §2.1.4).
 */
const SCHEDULE = ['startsAt', 'endsAt', 'precision', 'status'] as const satisfies readonly (keyof EventDefinition)[];

/** Events of a drop after the apply: those declared, and as cancelled those no longer declared. */
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
    const isRescheduled = old !== undefined && SCHEDULE.some((name) => old.definition[name] !== definition[name]);
    const sequence = (old?.sequence ?? 0) + (isRescheduled ? 1 : 0);
    const row = { id: calendarEventId(dropId, definition.key), dropId, definition, sequence };
    return { row, isChanged: old === undefined || canonicalJson(old.definition) !== canonicalJson(definition) };
  });
}

function goneFrom(stored: StoredCatalogue, origin: string, definitions: readonly DropDefinition[]): StoredDrop[] {
  const named = new Set(definitions.map(({ id }) => id));
  return [...stored.drops.values()].filter((drop) => drop.origin === origin && !drop.isArchived && !named.has(drop.id));
}
