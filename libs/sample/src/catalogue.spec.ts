import {
  chainFamily,
  deriveCalendarEvent,
  deriveDrop,
  deriveHype,
  type DropDefinition,
  eventInstantsOf,
  walletFamilies,
} from '@droptrack/catalogue';
import { DROP_STATUSES } from '@droptrack/contracts';
import { claimWindowAt } from '@droptrack/catalogue';
import { sampleCatalogue, type SampleCatalogue } from './index';
import { CYCLE_DAYS, DAY_MS, isoDay } from './life';

const SEEDS = ['droptrack', 'another'];
const FIRST_DAY = Date.UTC(2026, 10, 21) / DAY_MS;
/** A whole turn of all slots, and one more to see that it goes on; over the end of a year. */
const DAYS = Array.from({ length: 2 * CYCLE_DAYS }, (_, i) => isoDay(FIRST_DAY + i));
/** Every state that the slots can be in together: they start three days apart. */
const TURN = DAYS.slice(0, CYCLE_DAYS + 1);
const HYPE = { score: 25, delta7d: 0, confidence: 0 };

const made = new Map<string, SampleCatalogue>();
/** The sample of a day; made once, as every test looks at all days. */
function on(day: string, seed = 'droptrack'): SampleCatalogue {
  const key = `${seed}/${day}`;
  const sample = made.get(key) ?? sampleCatalogue({ seed, day });
  made.set(key, sample);
  return sample;
}
const inFull = (day: string, seed: string) => {
  const { definitions, lists } = sampleCatalogue({ seed, day });
  return {
    definitions,
    lists: lists.map((list) => ({ ...list, entries: list.entries(), tree: list.tree?.root() ?? null })),
  };
};
const textInFull = (day: string, seed: string) =>
  JSON.stringify(inFull(day, seed), (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
const midnight = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
const drop = (definition: DropDefinition, atMs: number) =>
  deriveDrop(definition, { atMs, hype: HYPE, published: null });
const eachDay = (check: (day: string, seed: string) => void) => {
  for (const seed of SEEDS) for (const day of TURN) check(day, seed);
};

it('is a function of the seed and the day', () => {
  const made = textInFull('2026-11-21', 'a');
  expect(textInFull('2026-11-21', 'a') === made).toBe(true);
  expect(textInFull('2026-11-21', 'b') === made).toBe(false);
});

describe('on every day', () => {
  it('has drops in every status, on many chains of four families', () => {
    eachDay((day, seed) => {
      const { definitions } = on(day, seed);
      expect(definitions).toHaveLength(24);
      const chains = new Set(definitions.map(({ chain }) => chain.value));
      expect(chains.size).toBeGreaterThanOrEqual(8);
      expect(new Set([...chains].map(chainFamily))).toEqual(new Set(['evm', 'solana', 'starknet', 'sui']));
      for (const hour of [0, 12, 23]) {
        const statuses = definitions.map((definition) => drop(definition, midnight(day) + hour * 3_600_000).status);
        for (const status of DROP_STATUSES) {
          expect(statuses.filter((each) => each === status).length).toBeGreaterThanOrEqual(4);
        }
      }
    });
  });

  it('has a calendar with days to come', () => {
    eachDay((day, seed) => {
      const events = on(day, seed).definitions.flatMap((each) => each.events);
      const within = (days: number, atMs: number) =>
        events.filter(({ startsAt }) => Date.parse(startsAt) > atMs && Date.parse(startsAt) <= atMs + days * DAY_MS);
      for (const hour of [0, 15, 23.9]) {
        const atMs = midnight(day) + hour * 3_600_000;
        expect(within(14, atMs).length).toBeGreaterThanOrEqual(8);
        expect(within(3, atMs).filter(({ status }) => status === 'confirmed').length).toBeGreaterThanOrEqual(1);
      }
      expect(events.some(({ status }) => status === 'tentative')).toBe(true);
    });
  });

  it('has lists of EVM and of Solana wallets, and drops that have to wait for theirs', () => {
    eachDay((day, seed) => {
      const { definitions, lists } = on(day, seed);
      const families = lists.flatMap(({ dropId }) =>
        walletFamilies(definitions.find(({ id }) => id === dropId) ?? definitions[0]!),
      );
      expect(new Set(families)).toEqual(new Set(['evm', 'solana']));
      expect(new Set(lists.map(({ kind }) => kind))).toEqual(new Set(['allocation', 'exclusion']));
      const unlisted = definitions.filter(({ id }) => !lists.some(({ dropId }) => dropId === id));
      const waiting =
        (isPast: boolean) =>
        ({ id, snapshot }: DropDefinition) =>
          id !== '' && snapshot.date !== null && Date.parse(snapshot.date.value) <= midnight(day) === isPast;
      const statusOf = (definition: DropDefinition) => drop(definition, midnight(day)).status;
      expect(unlisted.filter(waiting(false)).length).toBeGreaterThan(0);
      const past = unlisted.filter(waiting(true)).map(statusOf);
      expect(past).toContain('tge');
      expect(past.some((status) => status !== 'tge')).toBe(true);
    });
  });

  // So that a check of a wallet shows a proof that can be used to claim.
  it('has a list with a tree while the claim of its drop is open', () => {
    eachDay((day, seed) => {
      const { definitions, lists } = on(day, seed);
      const proven = lists.filter(({ tree }) => tree !== null).map(({ dropId }) => dropId);
      const open = definitions.filter(
        (each) => proven.includes(each.id) && claimWindowAt(each, midnight(day) + DAY_MS / 2).status === 'open',
      );
      expect([day, open.length > 0]).toEqual([day, true]);
    });
  });

  it('gives trees to lists of EVM wallets only, as their leaves require', () => {
    const { definitions, lists } = on('2026-11-21');
    for (const { dropId, kind, tree } of lists) {
      const definition = definitions.find(({ id }) => id === dropId);
      if (tree === null || definition === undefined) continue;
      expect([dropId, kind, walletFamilies(definition)]).toEqual([dropId, 'allocation', ['evm']]);
      expect(tree.root()).toMatch(/^0x[0-9a-f]{64}$/);
      expect(tree.root()).toBe(tree.root());
    }
  });

  // As a catalogue file must: drops and eligibility show the date, the calendar shows the event.
  it('dates snapshots as its calendar does', () => {
    eachDay((day, seed) => {
      for (const { id, snapshot, events } of on(day, seed).definitions) {
        const confirmed = events.filter(({ type, status }) => type === 'snapshot' && status === 'confirmed');
        const dates = confirmed.map(({ startsAt }) => startsAt);
        expect([id, snapshot.date === null ? [] : [snapshot.date.value]]).toEqual([id, dates]);
      }
    });
  });

  it('has unknowns', () => {
    eachDay((day, seed) => {
      const drops = on(day, seed).definitions.map((each) => drop(each, midnight(day)));
      expect(drops.some(({ ev_usd }) => ev_usd.p50 === null)).toBe(true);
      expect(drops.some(({ cost_usd }) => cost_usd === null)).toBe(true);
      expect(drops.some(({ snapshot }) => snapshot.date === null)).toBe(true);
      expect(drops.filter(({ ev_usd }) => ev_usd.p50 !== null).length).toBeGreaterThan(12);
    });
  });
});

describe('from day to day', () => {
  const lives = new Map<string, DropDefinition[]>();
  beforeAll(() => {
    for (const day of DAYS) {
      for (const each of on(day).definitions) lives.set(each.id, [...(lives.get(each.id) ?? []), each]);
    }
  });

  // A reschedule notifies subscribers, so the demo must not invent one.
  it('never moves an event, and never makes one less certain', () => {
    for (const days of lives.values()) {
      const instants = days.map(({ events }) => JSON.stringify(events.map((e) => [e.key, e.startsAt, e.endsAt])));
      expect(new Set(instants).size).toBe(1);
      for (const [i, { events }] of days.entries()) {
        for (const [j, { status }] of events.entries()) {
          const before = days[i - 1]?.events[j]?.status ?? 'tentative';
          expect([before, status]).not.toEqual(['confirmed', 'tentative']);
        }
      }
    }
  });

  it('lets drops go from upcoming on, and go; their ids are not used again', () => {
    const whole = [...lives.values()].filter(({ length }) => length === CYCLE_DAYS);
    expect(whole.length).toBeGreaterThanOrEqual(24);
    for (const days of whole) {
      const startMs = Math.min(...days[0]!.events.map(({ source }) => midnight(source!.at!)));
      expect(drop(days[0]!, startMs).status).toBe('upcoming');
      const places = days.map((each, i) => DROP_STATUSES.indexOf(drop(each, startMs + i * DAY_MS).status));
      expect(places).toEqual([...places].sort());
      expect(places.at(-1)).toBeGreaterThan(0);
    }
  });

  it('says something new every day', () => {
    for (const [i, day] of DAYS.entries()) {
      const before = new Set(on(DAYS[i - 1] ?? isoDay(FIRST_DAY - 1)).definitions.map((each) => JSON.stringify(each)));
      expect(on(day).definitions.some((each) => !before.has(JSON.stringify(each)))).toBe(true);
    }
  });

  it('keeps a list as it is once it is out', () => {
    const seen = new Map<string, string>();
    for (const day of DAYS.filter((_, i) => i % 24 === 0)) {
      for (const { dropId, kind, ...list } of inFull(day, 'droptrack').lists) {
        const key = `${dropId}/${kind}`;
        expect(seen.get(key) ?? JSON.stringify(list)).toBe(JSON.stringify(list));
        seen.set(key, JSON.stringify(list));
      }
    }
    expect(seen.size).toBeGreaterThan(24);
  });
});

it('derives at every instant of every life', () => {
  // Far fewer checks by Jest than figures: it takes longer than what is checked.
  const faults: string[] = [];
  for (const day of TURN) {
    for (const definition of on(day).definitions) {
      const instants = [midnight(day), midnight(day) + DAY_MS - 1, ...eventInstantsOf(definition)];
      for (const atMs of instants) {
        const body = drop(definition, atMs);
        const events = definition.events.map((event) => [
          event.startsAt,
          deriveCalendarEvent(definition, event, { id: 'cal_1', sequence: 0 }, atMs).starts_at,
        ]);
        const isSound =
          (body.rating.legit ?? 0) >= 0 &&
          deriveHype(definition, {}, atMs).score <= 30 &&
          events.every(([declared, derived]) => declared === derived);
        if (!isSound) faults.push(`${definition.id} at ${atMs}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
