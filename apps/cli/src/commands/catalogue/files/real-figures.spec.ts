import {
  deriveExpectedValue,
  type DropBody,
  type DropDefinition,
  emptyView,
  foldRevisions,
  listOutcomes,
} from '@droptrack/catalogue';
import { applyDefinitions, type Database, openDatabase, readRevisions } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { join, resolve } from 'node:path';
import { readCatalogue } from './read-catalogue';

const CATALOGUE = join(resolve(__dirname, '../../../../../..'), 'prisma/catalogue');

let test: TestDatabase;
let db: Database;
let drops: { readonly body: DropBody; readonly definition: DropDefinition }[];
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  const { definitions } = await readCatalogue(CATALOGUE);
  await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: Date.now() });
  const rows = await db.query<{ body: DropBody }>(`SELECT body FROM revisions WHERE entity = 'drop'`);
  const bodies = new Map(rows.map(({ body }) => [body.id, body]));
  drops = definitions.map((definition) => ({ definition, body: bodies.get(definition.id)! }));
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const isEmpty = (facts: object): boolean => Object.values(facts).every((fact) => fact === null);

describe('the published figures of prisma/catalogue', () => {
  it('have a legitimacy rating only with evidence', () => {
    expect(drops).toHaveLength(201);
    for (const { body, definition } of drops) {
      const isAssessed = Object.keys(definition.legit).length > 0 || definition.caps.length > 0;
      expect([body.id, body.rating.legit !== null]).toEqual([body.id, isAssessed]);
    }
  });

  it('have a difficulty only with a known requirement', () => {
    for (const { body, definition } of drops) {
      const isKnown = !isEmpty(definition.effort) || definition.cost.capitalUsd !== null;
      expect([body.id, body.rating.difficulty !== null]).toEqual([body.id, isKnown]);
    }
  });

  it('have a reward exactly with an expected value, and a cost only with a known term', () => {
    for (const { body, definition } of drops) {
      expect([body.id, body.rating.reward === null]).toEqual([body.id, body.ev_usd.p50 === null]);
      if (isEmpty(definition.cost)) expect([body.id, body.cost_usd]).toEqual([body.id, null]);
    }
  });

  // A page that shows both must not speak of two drops.
  it('state what a drop paid for the same tokens and wallets as its expected value', async () => {
    const view = foldRevisions(emptyView, await readRevisions(db, 0, 10_000, 10_000));
    const all = { chains: null, methods: null, month: null, sample: null, sort: 'name', order: 'asc' } as const;
    const rows = new Map(listOutcomes(view, all, null, 1_000).rows.map(({ id, outcome }) => [id, outcome]));
    const differences = drops.flatMap(({ definition }) => {
      const { price_usd, paid_usd } = rows.get(definition.id) ?? {};
      const { fdvUsd, supplyShare, eligibleWallets } = deriveExpectedValue(definition, null).used;
      const price = definition.value.priceUsd?.value;
      const opening = price_usd?.opening ?? price_usd?.day_1;
      const isKnown = [fdvUsd, supplyShare, eligibleWallets].every((range) => range !== null && range[0] === range[1]);
      if (!isKnown || !price || !opening || !paid_usd) return [];
      const tokens = (fdvUsd![0] / price) * supplyShare![0];
      return [{ id: definition.id, difference: paid_usd / ((tokens * opening) / eligibleWallets![0]) - 1 }];
    });
    expect(differences.length).toBeGreaterThan(20);
    expect(differences.filter(({ difference }) => Math.abs(difference) > 0.001)).toEqual([]);
  });

  it('mark each hype score as a default while no source has been read', () => {
    expect(drops.filter(({ body }) => body.hype_confidence !== 0)).toEqual([]);
  });
});
