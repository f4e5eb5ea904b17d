import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { parseWallet, verifyProof } from '@droptrack/eligibility';
import { ListRowRepository, ListHeaders } from '@droptrack/persistence';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type MadeUpShards, madeUpShards } from './files/made-up-shards';
import type { LoadList } from './load';
import { listCommands } from './testing';

const ANOTHER_ROOT = `0x${'ab'.repeat(32)}`;

describe('shards in the form of ENS and Hop', () => {
  let lists: Awaited<ReturnType<typeof listCommands>>;
  let list: MadeUpShards;
  beforeAll(async () => {
    const token = { symbol: null, decimals: fact(18), address: null };
    lists = await listCommands([dropDefinition({ token }), dropDefinition({ id: 'zora', token })]);
    list = madeUpShards(300, 1);
  });
  afterAll(async () => {
    await lists.close();
    rmSync(list.folder, { recursive: true });
  });
  const takeAllOut = () => lists.db.query('UPDATE lists SET in_force = false');
  afterEach(takeAllOut);

  const load = (paths: readonly string[], over: Partial<LoadList> = {}) => lists.load(paths, over);
  const failureOf = async (paths: readonly string[], over: Partial<LoadList> = {}): Promise<string> => {
    const { code, text } = await load(paths, over);
    expect([code, await new ListHeaders(lists.db).read(null)]).toEqual([1, []]);
    return text;
  };
  /** Copy of a shard with changed content. */
  const altered = (path: string, change: (shard: { proof?: unknown; entries: Record<string, unknown> }) => void) => {
    const shard = JSON.parse(readFileSync(path, 'utf8')) as { proof?: unknown; entries: Record<string, unknown> };
    change(shard);
    const copy = join(list.folder, `altered-${basename(path)}`);
    writeFileSync(copy, JSON.stringify(shard));
    return copy;
  };

  // A contract with the published root accepts no proof of another one.
  it('become active with the root of their proofs, without root.json', async () => {
    const { code, document } = await load(list.shards);
    expect([code, document['tree']]).toMatchObject([0, { root: list.root }]);
    expect((await load(list.shards, { expectRoot: list.root })).code).toBe(0);
  });

  it('become active with names of any length', async () => {
    const other = madeUpShards(400, 2, 'two digits');
    const { code, document } = await load(other.shards);
    expect([code, document['tree']]).toMatchObject([0, { root: other.root }]);
    rmSync(other.folder, { recursive: true });
  });

  it('are rejected if some are missing, without root.json', async () => {
    expect(await failureOf(list.shards.slice(1))).toContain(
      `should have ${list.root}; each shard has a published proof`,
    );
    expect(await failureOf(list.shards.slice(0, 1))).toContain(
      `other shards are missing: the proof of its only shard leads on, to the root ${list.root}`,
    );
    expect(await failureOf(list.shards.slice(0, 1), { expectRoot: list.root })).toContain('other shards are missing');
  });

  it('are rejected if their proofs disagree, with the shard that differs', async () => {
    const [first = '', ...others] = list.shards;
    const other = altered(first, ({ entries }) => (entries[Object.keys(entries)[0] ?? ''] = { balance: '7' }));
    expect(await failureOf([other, ...others])).toContain(
      `lead to different roots: ${others.length} shards to ${list.root}, the shard 0 elsewhere`,
    );
  });

  it('are rejected if the root is unknown and not declared', async () => {
    const [first = '', ...others] = list.shards;
    const bare = altered(first, (shard) => delete shard.proof);
    expect(await failureOf([bare, ...others])).toMatch(/root of its tree is unknown.*--expect-root.*the shard 0$/m);
    expect((await load([bare, ...others], { expectRoot: list.root })).document['tree']).toMatchObject({
      root: list.root,
    });
    await takeAllOut();
    // A single shard that is a whole list: its rows determine its root.
    const whole = altered(first, (shard) => (shard.proof = []));
    expect(await failureOf([whole])).toContain('nothing confirms the root of its tree');
  });

  it('are rejected if their files are not shards of one tree', async () => {
    const [first = '', second = ''] = list.shards;
    const [wallet = ''] = Object.keys((JSON.parse(readFileSync(second, 'utf8')) as { entries: object }).entries);
    const mixed = altered(first, ({ entries }) => (entries[wallet] = { balance: '1' }));
    expect(await failureOf([mixed, ...list.shards.slice(2)])).toContain('not shards of one tree');
  });

  it('as a part keep proofs that lead to the published root', async () => {
    const part = list.shards.slice(2, 5);
    for (const over of [{ expectRoot: list.root }, {}]) {
      const { code, document } = await load(part, { part: true, ...over });
      expect([code, document['tree']]).toMatchObject([0, { root: list.root }]);
    }
    const withRootFile = await load([list.rootFile, ...part.slice(0, 1)], { part: true, dropId: 'zora' });
    expect([withRootFile.code, withRootFile.document['tree']]).toMatchObject([0, { root: list.root }]);

    const [{ id } = { id: 0 }] = await lists.db.query<{ id: number }>(
      `SELECT id::float8 AS id FROM lists WHERE drop_id = 'linea' AND in_force`,
    );
    const found = await new ListRowRepository(lists.db).find(
      list.wallets.map((wallet) => ({ listId: id, wallet: parseWallet(wallet).bytes })),
    );
    const given = list.wallets.filter((wallet) => ['2', '3', '4'].includes(wallet[2] ?? ''));
    expect(found.flat()).toHaveLength(given.length);
    list.wallets.forEach((wallet, place) => {
      const row = found[place]?.[0];
      if (row === undefined) return;
      const proof = { format: 'ens' as const, root: list.root, index: null, proof: row.proof ?? [], wallet };
      expect(row.position).toBeNull();
      expect(verifyProof({ ...proof, amount: String(place) })).toBe(true);
      expect(verifyProof({ ...proof, amount: String(place + 1) })).toBe(false);
    });
  });

  it('as a part are rejected if a proof leads to another root, or nothing confirms the root', async () => {
    const [one = '', two = ''] = list.shards;
    const part = true;
    expect(await failureOf([one, two], { part, expectRoot: ANOTHER_ROOT })).toContain(
      `the published proof in the shards 0, 1 does not lead to the root ${ANOTHER_ROOT}`,
    );
    const other = altered(one, (shard) => (shard.entries = Object.fromEntries(Object.entries(shard.entries).slice(1))));
    expect(await failureOf([other, two], { part, expectRoot: list.root })).toContain('the shard 0 does not lead to');
    expect(await failureOf([other, two], { part })).toContain('lead to different roots');
    expect(await failureOf([one], { part })).toContain('nothing confirms the root of its tree');
    const bare = altered(two, (shard) => delete shard.proof);
    expect(await failureOf([one, bare], { part, expectRoot: list.root })).toContain('no proof is in the shard 1');
  });
});
