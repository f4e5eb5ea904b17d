import { claimWindowAt, type DropDefinition, dropStatusAt, type Fact } from '@droptrack/catalogue';
import type { DropStatus } from '@droptrack/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CatalogueReading, readCatalogue } from './read-catalogue';

const ROOT = resolve(__dirname, '../../../../../..');
const FACTS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'facts');

let reading: CatalogueReading;
beforeAll(async () => {
  reading = await readCatalogue(join(ROOT, 'prisma/catalogue'));
});
const drops = () => new Map(reading.definitions.map((drop) => [drop.id, drop]));

describe('prisma/catalogue', () => {
  it('has 201 drops and 411 events without an error', () => {
    expect(reading.faults).toEqual([]);
    expect(reading.definitions).toHaveLength(201);
    expect(reading.definitions.flatMap(({ events }) => events)).toHaveLength(411);
  });

  it('has a source for every fact and event, and a day for every source but memory', () => {
    for (const drop of reading.definitions) {
      for (const { source } of [...factsOf(drop), ...drop.events]) {
        expect({ drop: drop.id, kind: source?.kind }).toEqual({ drop: drop.id, kind: expect.any(String) });
        expect(source?.url === null).toBe(source?.kind === 'memory');
        expect(source?.at === null).toBe(source?.kind === 'memory');
      }
    }
  });

  it('has an https page, the day it was read and its finding for every grade', () => {
    for (const drop of reading.definitions) {
      for (const [component, { url, checkedAt, note }] of Object.entries(drop.legit)) {
        expect({ drop: drop.id, component, url, checkedAt, note }).toEqual({
          drop: drop.id,
          component,
          url: expect.stringMatching(/^https:\/\//),
          checkedAt: expect.any(String),
          note: expect.any(String),
        });
      }
    }
  });

  // All other drops are over, so none of them may be shown as upcoming.
  it('shows that the token of every drop but the announced ones exists, by its calendar or by a pinned state', () => {
    const atMs = Date.parse('2026-11-21');
    const statuses = new Map(reading.definitions.map((drop) => [drop.id, dropStatusAt(drop, atMs)]));
    const unclear = [...statuses].filter(([, status]) => status !== 'tge');
    expect(Object.fromEntries(unclear)).toEqual(ANNOUNCED);
  });
});

/** Statuses of drops whose token is not issued yet, by the latest pages. */
const ANNOUNCED: Readonly<Record<string, DropStatus>> = {
  'apyx-season-1': 'upcoming',
  'apyx-season-2': 'upcoming',
  base: 'upcoming',
  extended: 'upcoming',
  ink: 'upcoming',
  metamask: 'upcoming',
  opensea: 'upcoming',
  pacifica: 'upcoming',
  polymarket: 'upcoming',
  variational: 'upcoming',
};

/** Sentences that state the end of a claim. */
const DECLARED_END =
  /\b(?:claims?|claimable)\b[^.;]*\b(?:closed|closes|ended|ends?|until|lasted)\b|\b(?:days|months) to claim\b|\bend (?:of )?the claims?\b|\bclaimable from\b[^.;]*\bto\b/i;

// Readers are shown an end of the calendar only.
it('states every end of a claim that its notes and findings state as the end of an event', () => {
  const declared = reading.definitions.filter(({ notes, legit }) =>
    [notes, ...Object.values(legit).map(({ note }) => note)].some((text) => DECLARED_END.test(text ?? '')),
  );
  expect(declared.length).toBeGreaterThan(10);
  const endless = declared.filter(
    ({ events }) => !events.some(({ type, endsAt }) => type === 'claim' && endsAt !== null),
  );
  expect(endless.map(({ id }) => id)).toEqual([]);
});

it('shows no claim as open whose start lies over a year back, and has none for what was sent to the wallets', () => {
  const atMs = Date.parse('2026-11-28');
  const open = reading.definitions.filter((drop) => claimWindowAt(drop, atMs).status === 'open');
  expect(open.map(({ id }) => id)).toEqual([
    'avantis-airdrop-2',
    'aztec',
    'edgex',
    'infrared',
    'lombard-season-1',
    'opinion-season-1',
    'seeker-skr',
    'zama',
    'zealous-swap',
  ]);
  const sent = reading.definitions.filter(({ events }) => events.some(({ phase }) => phase === 'Distribution'));
  expect(sent.map(({ id }) => id)).toEqual(SENT);
  // Merlin's Seal was sent as well, after a registration of claims.
  for (const drop of sent.filter(({ id }) => id !== 'merlin'))
    expect(claimWindowAt(drop, atMs)).toEqual({ status: 'unknown', event: null });
});

const hasFacts = existsSync(FACTS);
if (!hasFacts) console.warn(`skipped: the facts to compare the catalogue with are not there (${FACTS})`);
const describeWithFacts = hasFacts ? describe : describe.skip;

/** Values of the collected facts that a better source corrects, by `drop.column`. */
const CORRECTED: Readonly<Record<string, string>> = {
  'jupiter-2.wallets': '2000000',
  'monad.wallets': '230500',
  'cow.wallets': '55127',
  'drift.tokens': '120000000',
  'sonic-season-1.tokens': '80778181.95',
  'saga.tokens': '45000000',
  'across.tokens': '115000000',
  'dydx.wallets': '64306',
  'scroll.tokens': '55000000',
  'walrus.tokens': '200000000',
  'redstone.tokens': '70000000',
};

/** Facts that were collected from memory and have a source now, as `drop.column`. */
const CONFIRMED: readonly string[] = [
  'uniswap.tge_date',
  'uniswap.claim_open',
  'uniswap.total_supply',
  'optimism-airdrop-1.tge_date',
  'optimism-airdrop-1.claim_open',
  'arbitrum.eligible_wallets',
  'celestia.claim_open',
  'ens.eligible_wallets',
  'tornado-cash.total_supply',
  '1inch.tge_date',
  '1inch.claim_open',
  '1inch.total_supply',
  'convex.total_supply',
  'saddle.total_supply',
  'looksrare.tge_date',
  'looksrare.claim_open',
  'ethena-season-1.tge_date',
  'ethena-season-1.claim_open',
  'movement.tge_date',
  'movement.claim_open',
  'zora.tge_date',
  'zora.claim_open',
  'zora.total_supply',
  'manta.tge_date',
];

/** Drops whose tokens were sent to the wallets or accounts: the collected claims of those among them are phases. */
const SENT: readonly string[] = [
  'backpack',
  'bouncebit',
  'hyperliquid',
  'lighter',
  'merlin',
  'optimism-airdrop-2',
  'optimism-airdrop-3',
  'plasma',
  'runestone-dog',
];

/** Start and end of collected events that a better source corrects, by `drop type start`; null: no page confirms the event. */
const CORRECTED_EVENTS: Readonly<Record<string, readonly [startsAt: string, endsAt: string] | null>> = {
  'dydx claim 2021-08-03T15:00:00Z': ['2021-09-08T15:00:00Z', ''],
  'dymension claim ': ['2024-01-02T00:00:00Z', '2024-01-21T12:00:00Z'],
  'redstone claim 2025-02-28T00:00:00Z': ['2025-03-06T00:00:00Z', ''],
  'redstone tge 2025-02-28T00:00:00Z': ['2025-03-06T00:00:00Z', ''],
  'sonic-season-1 claim 2025-07-04T00:00:00Z': ['2025-07-01T00:00:00Z', ''],
  'aster claim 2025-09-17T00:00:00Z': ['2025-09-17T09:00:00Z', '2025-10-18T00:00:00Z'],
  'lighter claim 2025-12-29T00:00:00Z': ['2025-12-30T00:00:00Z', ''],
  'lighter tge 2025-12-29T00:00:00Z': ['2025-12-30T00:00:00Z', ''],
  'kamino-genesis phase 2025-05-29T00:00:00Z': null,
  'kamino-genesis phase 2025-11-14T00:00:00Z': null,
  'kamino-genesis phase 2026-02-09T00:00:00Z': null,
  'jupiter-2 phase 2026-02-28T00:00:00Z': null,
  'jupiter-2 phase 2027-01-31T00:00:00Z': null,
};
const keyOf = (row: Record<string, string>) => `${row['drop']} ${row['type']} ${row['starts_at']}`;

describeWithFacts('prisma/catalogue against the collected facts', () => {
  // The catalogue may know more than the collected facts: only their filled cells are compared.
  it('has the same drops with the same values, cell by cell', () => {
    const expected = readCsv('drops-facts.csv').map((row) => ({
      id: row['slug'],
      name: row['name'],
      chain: row['chain'],
      symbol: row['token'] || undefined,
      block: row['snapshot_block'] || undefined,
      date: row['snapshot_date'] ? toUtc(row['snapshot_date']) : undefined,
      tokens: row['total_tokens_allocated'] || undefined,
      wallets: row['eligible_wallets'] || undefined,
      supply: row['total_supply'] || undefined,
    }));
    const found = reading.definitions.map((drop) => ({
      id: drop.id,
      name: drop.name,
      chain: drop.chain.value,
      symbol: drop.token.symbol?.value,
      block: drop.snapshot.block?.value.toString(),
      date: drop.snapshot.date?.value,
      tokens: drop.distribution.tokens?.value,
      wallets: drop.distribution.wallets?.value.toString(),
      supply: drop.distribution.totalSupply?.value,
    }));
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
    const byId = new Map(found.map((drop) => [drop.id, drop]));
    for (const row of expected) {
      const cells = Object.entries(row).filter(([, value]) => value !== undefined);
      const declared = cells.map(([column, value]) => [column, CORRECTED[`${row.id}.${column}`] ?? value]);
      expect(byId.get(row.id ?? '')).toMatchObject(Object.fromEntries(declared));
    }
  });

  it('has the same events at the same times', () => {
    const rows = readCsv('calendar-events.csv');
    const isFound = (row: Record<string, string>, [start, end]: readonly [string, string]) =>
      drops()
        .get(row['drop'] ?? '')
        ?.events.some(({ type, startsAt, endsAt }) => {
          const isOfType = type === (row['type'] === 'claim' && SENT.includes(row['drop']!) ? 'phase' : row['type']);
          const isAtStart = start === '' || startsAt === toUtc(start);
          return isOfType && isAtStart && (end === '' || endsAt === toUtc(end));
        });
    const wrong = rows.filter((row) => {
      const stated = [row['starts_at']!, row['ends_at']!] as const;
      const corrected = CORRECTED_EVENTS[keyOf(row)];
      if (corrected === undefined) return !isFound(row, stated);
      return isFound(row, stated) || (corrected !== null && !isFound(row, corrected));
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(CORRECTED_EVENTS).filter((key) => !rows.some((row) => keyOf(row) === key))).toEqual([]);
  });

  // If only the end is known, the start must have a coarse precision.
  it('declares a coarse period for an unknown start of a window', () => {
    const rows = readCsv('calendar-events.csv').filter((row) => row['starts_at'] === '');
    const open = rows.filter((row) => !(keyOf(row) in CORRECTED_EVENTS));
    const precisions = open.map(
      (row) =>
        drops()
          .get(row['drop']!)!
          .events.find(({ type }) => type === row['type'])!.precision,
    );
    expect(open).toHaveLength(8);
    expect(precisions.filter((precision) => !['month', 'quarter', 'year'].includes(precision))).toEqual([]);
  });

  it('declares facts from memory as memory', () => {
    const columns: Record<string, (drop: DropDefinition) => Pick<Fact<unknown>, 'source'> | null | undefined> = {
      tge_date: ({ events }) => events.find(({ type }) => type === 'tge'),
      claim_open: ({ events }) => events.find(({ type }) => type === 'claim'),
      eligible_wallets: ({ distribution }) => distribution.wallets,
      total_supply: ({ distribution }) => distribution.totalSupply,
    };
    for (const { slug, source } of readCsv('drops-facts.csv')) {
      const remembered = /memory: (.*)/.exec(source ?? '')?.[1] ?? '';
      for (const [column, fact] of Object.entries(columns)) {
        if (!remembered.includes(column) || CONFIRMED.includes(`${slug}.${column}`)) continue;
        expect({ slug, column, kind: fact(drops().get(slug!)!)?.source?.kind }).toEqual({
          slug,
          column,
          kind: 'memory',
        });
      }
    }
  });
});

function factsOf(drop: DropDefinition): Fact<unknown>[] {
  const groups = [drop.token, drop.snapshot, drop.distribution, drop.value, drop.cost, drop.effort];
  return [drop.chain, drop.status, ...groups.flatMap((group) => Object.values(group))].filter((fact) => fact !== null);
}

/** `2024-01-10` or `2024-01-10T00:00:00Z` in the form of a definition. */
function toUtc(text: string): string {
  return new Date(text).toISOString();
}

function readCsv(name: string): Record<string, string>[] {
  const [head = [], ...rows] = readFileSync(join(FACTS, name), 'utf8').trimEnd().split(/\r?\n/).map(splitRow);
  return rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}

function splitRow(line: string): string[] {
  const cells = `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
