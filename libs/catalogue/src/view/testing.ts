import fc from 'fast-check';
import {
  type CalendarEventBody,
  type DropBody,
  type ListBody,
  listEntityId,
  type LogEntity,
  type Revision,
} from '../revision';
import type { CatalogueView } from './view';

/** 2026-08-22T10:00:00.000Z; revision n of a test log is recorded n seconds later. */
export const LOG_START_MS = Date.UTC(2026, 7, 22, 10);

/** Example drop of the API reference with changes. */
export function dropBody(changes: Partial<DropBody> = {}): DropBody {
  return {
    id: 'linea',
    name: 'Linea',
    chain: 'linea',
    chain_id: 59144,
    symbol: 'LINEA',
    token: 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
    status: 'upcoming',
    hype_score: 65,
    hype_delta_7d: 12,
    hype_confidence: 0.86,
    rating: { reward: 47, legit: 82, difficulty: 35 },
    ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67, basis: 'forecast' },
    snapshot: { block: 21450000, date: '2026-07-10T00:00:00.000Z' },
    launch_at: '2026-09-10T00:00:00.000Z',
    claim: { opens_at: '2026-09-10T13:00:00.000Z', closes_at: '2026-12-09T00:00:00.000Z', state: 'not_open' },
    tokens: '9361298700',
    wallets: 749662,
    cost_usd: 12.5,
    distribution: { method: 'merkle', checker: null },
    ...changes,
  };
}

export function eventBody(changes: Partial<CalendarEventBody> = {}): CalendarEventBody {
  return {
    id: 'cal_1',
    drop: 'linea',
    drop_name: 'Linea',
    chain: 'linea',
    type: 'claim',
    title: 'Claim window',
    starts_at: '2026-09-10T13:00:00.000Z',
    ends_at: '2026-12-09T00:00:00.000Z',
    precision: 'minute',
    status: 'confirmed',
    block: null,
    phase: null,
    url: 'https://linea.example/claim',
    source: { kind: 'official', url: 'https://linea.example/docs', observed_at: '2026-08-01T00:00:00.000Z' },
    sequence: 3,
    ...changes,
  };
}

export function listBody(changes: Partial<ListBody> = {}): ListBody {
  return {
    drop: 'linea',
    kind: 'allocation',
    version: 1,
    list_id: 7,
    wallets: 2,
    total: '3000000000000000000',
    decimals: 18,
    sha256: 'ab'.repeat(32),
    url: null,
    spread: { median: 1.5e18, mean: 1.5e18, q10: 1e18, q90: 2e18 },
    ...changes,
  };
}

/** Content of a revision; sequence number and time follow from its position in the log. */
export type Change = Pick<Revision, 'entity' | 'id' | 'body'>;

export const dropChange = (body: DropBody): Change => ({ entity: 'drop', id: body.id, body });
export const eventChange = (body: CalendarEventBody): Change => ({ entity: 'calendar_event', id: body.id, body });
export const listChange = (body: ListBody): Change => ({
  entity: 'list',
  id: listEntityId(body.drop, body.kind, body.name),
  body,
});
/** Definition of a drop with only a token symbol. */
export const symbolChange = (id: string, symbol: string | null): Change => ({
  entity: 'definition',
  id,
  body: { origin: 'catalogue', definition: { token: { symbol: symbol && { value: symbol, source: null } } } } as never,
});
export const archival = (entity: LogEntity, id: string): Change => ({ entity, id, body: null });

/** Log of these changes, one second apart. */
export function logOf(changes: readonly Change[]): Revision[] {
  return changes.map((change, index) => ({
    ...change,
    seq: index + 1,
    recordedAtMs: LOG_START_MS + (index + 1) * 1_000,
  }));
}

/** Contents of a view without its caches. */
export function contentsOf({ seq, newestMs, drops, calendar, lists }: CatalogueView): object {
  const { byId, byStart, byDrop } = calendar;
  return {
    seq,
    newestMs,
    drops: [drops.byId, drops.sorted],
    calendar: [byId, byStart, byDrop],
    lists: new Map(lists),
  };
}

/** Few ids and few values, so that ties, missing keys and restored entities are common. */
const dropId = fc.constantFrom('a', 'b', 'b-2', 'c', 'd', 'e', 'sample-a', 'sample-b');
const eventId = fc.constantFrom('cal_A', 'cal_B', 'cal_Z', 'cal_a', 'cal_b', 'cal_c', 'cal_z');
const day = fc.integer({ min: 1, max: 6 }).map((n) => `2026-09-0${n}T00:00:00.000Z`);

const anyDropBody = fc
  .record({
    id: dropId,
    name: fc.constantFrom('Linea', 'ZKsync', 'B2 Network'),
    chain: fc.constantFrom('linea', 'base', 'solana'),
    status: fc.constantFrom('upcoming' as const, 'live' as const, 'tge' as const),
    hype_score: fc.option(fc.integer({ min: 0, max: 3 })),
    rating: fc.record({
      reward: fc.constant(null),
      legit: fc.option(fc.integer({ min: 0, max: 3 })),
      difficulty: fc.constant(null),
    }),
    ev_usd: fc.record({
      p50: fc.constantFrom(null, -1.5, 0, 0.1),
      p10: fc.constant(null),
      p90: fc.constant(null),
      basis: fc.constantFrom(null, 'estimated' as const),
    }),
    snapshot: fc.record({ block: fc.constant(null), date: fc.option(day) }),
    launch_at: fc.option(day),
  })
  .map((body) => dropBody({ ...body, ...(body.hype_score === null && { hype_delta_7d: null, hype_confidence: 0 }) }));

const anyEventBody = fc
  .record({
    id: eventId,
    drop: dropId,
    chain: fc.constantFrom('linea', 'base'),
    type: fc.constantFrom('claim' as const, 'tge' as const),
    starts_at: day,
    ends_at: fc.option(day),
    status: fc.constantFrom('confirmed' as const, 'cancelled' as const),
  })
  .map(eventBody);

const anyListBody = fc
  .record({
    drop: dropId,
    kind: fc.constantFrom('allocation' as const, 'exclusion' as const),
    name: fc.constantFrom(undefined, 'season-1', 'season-2'),
  })
  .map(({ name, ...of }) => listBody({ ...of, ...(name !== undefined && { name }) }));

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: anyDropBody.map(dropChange) },
  { weight: 6, arbitrary: anyEventBody.map(eventChange) },
  { weight: 1, arbitrary: dropId.map((id) => archival('drop', id)) },
  { weight: 1, arbitrary: eventId.map((id) => archival('calendar_event', id)) },
  { weight: 2, arbitrary: anyListBody.map(listChange) },
  { weight: 1, arbitrary: anyListBody.map(({ drop, kind, name }) => archival('list', listEntityId(drop, kind, name))) },
);

/** Any log; several revisions can have the same time. */
export const anyLog: fc.Arbitrary<Revision[]> = fc
  .array(fc.tuple(anyChange, fc.integer({ min: 0, max: 2 })), { maxLength: 60, size: 'max' })
  .map((steps) => {
    let recordedAtMs = LOG_START_MS;
    return steps.map(([change, seconds], index) => {
      recordedAtMs += seconds * 1_000;
      return { ...change, seq: index + 1, recordedAtMs };
    });
  });
