import {
  ALLOCATION_KINDS,
  chainFamily,
  type DropDefinition,
  type Fact,
  LEGIT_CAPS,
  LEGIT_COMPONENTS,
  WALLET_FAMILIES,
} from '@droptrack/catalogue';
import { CALENDAR_PRECISIONS, DROP_ID_PATTERN } from '@droptrack/contracts';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { sampleCatalogue } from './index';
import { CYCLE_DAYS, DAY_MS, isoDay } from './life';
import { PLANS, SLOTS, TROUBLES } from './traits';

const FIRST_DAY = Date.UTC(2026, 10, 21) / DAY_MS;
const { signals } = RULESET_2026_1.hype;
const isIn = (known: readonly string[], words: readonly string[]) => words.every((word) => known.includes(word));

// The file is taken at its word: nothing looks at it again.
it('has slots that say only what their type allows', () => {
  expect(new Set(SLOTS.map(({ slug }) => slug)).size).toBe(24);
  for (const slot of SLOTS) {
    expect(slot.slug).toMatch(/^[a-z]+$/);
    expect([slot.chain, chainFamily(slot.chain)]).not.toEqual([slot.chain, null]);
    expect(isIn(PLANS, [slot.plan]) && isIn(WALLET_FAMILIES, slot.wallets ?? [])).toBe(true);
    expect(isIn(TROUBLES, slot.trouble === null ? [] : [slot.trouble])).toBe(true);
    expect(isIn(LEGIT_CAPS, slot.caps) && isIn(LEGIT_COMPONENTS, Object.keys(slot.legit))).toBe(true);
    expect(isIn(LEGIT_COMPONENTS, slot.agedEvidence)).toBe(true);
    expect(
      isIn(
        signals.map(({ source }) => source),
        slot.rulesOut,
      ),
    ).toBe(true);
    expect(
      isIn(
        signals.map(({ id }) => id),
        slot.unread,
      ),
    ).toBe(true);
    expect([...Object.values(slot.legit), slot.fame].every((share) => share >= 0 && share <= 1)).toBe(true);
    expect([null, 'uniswap']).toContain(slot.listed?.tree ?? null);
    expect(isIn(ALLOCATION_KINDS, slot.value === null ? [] : [slot.value.allocation])).toBe(true);
  }
});

/** True for the first instant of a period. */
function isFirstOf(precision: string, at: string): boolean {
  const date = new Date(at);
  const isMidnight = date.getTime() % DAY_MS === 0;
  switch (precision) {
    case 'week':
      return isMidnight && date.getUTCDay() === 1;
    case 'month':
      return isMidnight && date.getUTCDate() === 1;
    case 'quarter':
      return isMidnight && date.getUTCDate() === 1 && date.getUTCMonth() % 3 === 0;
    default:
      return date.getTime() % { day: DAY_MS, hour: 3_600_000, minute: 60_000 }[precision]! === 0;
  }
}

it('states what a catalogue file could state', () => {
  const precisions = new Set<string>();
  for (let day = FIRST_DAY; day < FIRST_DAY + CYCLE_DAYS; day++) {
    for (const { id, name, events, value, ...rest } of sampleCatalogue({ seed: 'a', day: isoDay(day) }).definitions) {
      expect(id).toMatch(DROP_ID_PATTERN);
      expect(id).toMatch(/^sample-/);
      expect(name).toMatch(/^\S.{1,110} \(sample\)$/);
      expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
      for (const { startsAt, endsAt, precision, type, phase } of events) {
        precisions.add(precision);
        expect(isFirstOf(precision, startsAt)).toBe(true);
        expect(endsAt === null || endsAt > startsAt).toBe(true);
        expect(type === 'phase' || phase === null).toBe(true);
      }
      for (const range of [value.fdvUsd, value.supplyShare, value.eligibleWallets]) {
        if (range !== null) expect(range.value[0] > 0 && range.value[0] <= range.value[1]).toBe(true);
      }
      expect(value.supplyShare === null || value.supplyShare.value[1] <= 1).toBe(true);
      expect(rest.token.address?.value ?? 'a:b/c:d').toMatch(/^[-a-z0-9:]{1,8}[^/]*\/(erc20|token|c):[a-zA-Z0-9]+$/);
      // Whatever is said points to where it is plain that it is made up.
      const urls = JSON.stringify([events, value, rest]).match(/https?:[^"]*/g) ?? [];
      expect(urls.every((url) => url.startsWith('https://example.org/sample/'))).toBe(true);
      expect(rest.notes).toMatch(/made up/);
    }
  }
  expect(CALENDAR_PRECISIONS.filter((each) => precisions.has(each))).toEqual([
    'minute',
    'hour',
    'day',
    'week',
    'month',
    'quarter',
  ]);
});

/** Facts of a drop that can change, by their path. */
function factsOf({ id, token, snapshot, value, events }: DropDefinition): [string, Fact<unknown>][] {
  const groups = Object.entries<Fact<unknown> | null>({ ...token, ...snapshot, ...value });
  return [
    ...groups.flatMap(([key, fact]): [string, Fact<unknown>][] => (fact === null ? [] : [[`${id}/${key}`, fact]])),
    ...events.map(({ key, status, source }): [string, Fact<unknown>] => [`${id}/${key}`, { value: status, source }]),
  ];
}

// The block of a snapshot cannot be known before it was taken.
it('dates what is new on the day on which it became known, and nothing later', () => {
  let former: Map<string, Fact<unknown>> | null = null;
  const news = new Set<string>();
  for (let day = FIRST_DAY; day < FIRST_DAY + CYCLE_DAYS; day++) {
    const facts = new Map(sampleCatalogue({ seed: 'a', day: isoDay(day) }).definitions.flatMap(factsOf));
    for (const [place, { value, source }] of facts) {
      expect(source!.at! <= isoDay(day)).toBe(true);
      if (former === null || JSON.stringify(former.get(place)?.value) === JSON.stringify(value)) continue;
      expect([place, source!.at]).toEqual([place, isoDay(day)]);
      news.add(place.split('/')[1]!);
    }
    former = facts;
  }
  expect([...news]).toEqual(expect.arrayContaining(['address', 'block', 'priceUsd', 'tge', 'symbol']));
});
