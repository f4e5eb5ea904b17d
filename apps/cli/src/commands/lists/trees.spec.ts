import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { ListBody } from '@droptrack/catalogue';
import { proofPath, verifyProof } from '@droptrack/eligibility';
import { type Database, ListRowRepository } from '@droptrack/persistence';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listCommands } from './testing';

const ROOT = resolve(__dirname, '../../../../..');
const LISTS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'lists');
const hasLists = existsSync(LISTS);
if (!hasLists) console.warn(`skipped: no published lists in ${LISTS}`);

const UNISWAP_ROOT = '0xc8500f8e2fcf3c9a32880e1b973fb28acc88be35787a8abcf9981b2b65dbdeb5';
const HOP_ROOT = '0x604fb1f97a3a2005640333c2d986fe23820692f83ac417208094726f24ebd748';
const inFolder = (folder: string): string[] =>
  readdirSync(join(LISTS, folder)).map((name) => join(LISTS, folder, name));

(hasLists ? describe : describe.skip)('trees of published lists', () => {
  let lists: Awaited<ReturnType<typeof listCommands>>;
  let db: Database;
  beforeAll(async () => {
    const token = { symbol: null, decimals: fact(18), address: null };
    lists = await listCommands([dropDefinition({ token }), dropDefinition({ id: 'jito', chain: fact('solana') })]);
    ({ db } = lists);
  });
  afterAll(() => lists.close());

  const load = (...args: Parameters<typeof lists.load>) => lists.load(...args);

  /** Rows of the active list of a drop with their proofs; fails unless every wallet is found. */
  async function proofsOf(dropId: string) {
    const [{ body } = { body: null }] = await db.query<{ body: ListBody | null }>(
      `SELECT body FROM revisions WHERE entity = 'list' AND id = $1 ORDER BY seq DESC LIMIT 1`,
      [dropId],
    );
    const tree = await new ListRowRepository(db).readTree(body!.list_id);
    const rows = await db.query<{ wallet: Buffer }>('SELECT wallet FROM list_rows WHERE list_id = $1', [body!.list_id]);
    const { wallets } = body!;
    const listId = body!.list_id;
    const found = await new ListRowRepository(db).find(rows.map(({ wallet }) => ({ listId, wallet })));
    const lookUps = found.map(([row]) => {
      const position = row?.position ?? null;
      return {
        listId,
        numbers: position === null ? [] : proofPath(tree!.format, tree!.leaves, position, tree!.shards),
      };
    });
    const built = await new ListRowRepository(db).readProofs(lookUps);
    const proven = rows.map(({ wallet }, place) => {
      const row = found[place]![0]!;
      const index = row.index === null ? null : Number(row.index);
      return { row, proof: row.proof ?? built[place] ?? [], index, wallet, format: tree!.format, root: tree!.root };
    });
    expect(proven).toHaveLength(wallets);
    return proven;
  }
  const holds = ({ row, proof, index, wallet, format, root }: Awaited<ReturnType<typeof proofsOf>>[number]) =>
    verifyProof({
      format,
      root,
      index,
      proof,
      wallet: wallet.length === 20 ? `0x${wallet.toString('hex')}` : base58(wallet),
      amount: row.amount,
      breakdown: row.breakdown,
    });

  it('uniswap: files of a part are accepted as a part, each row verified by its own proof', async () => {
    const pieces = inFolder('uniswap/chunks-with-proofs');
    const rejected = await load(pieces, { expectRoot: UNISWAP_ROOT });
    expect([rejected.code, rejected.text]).toEqual([1, expect.stringContaining('other rows are missing')]);

    const { code, document } = await load(pieces, { expectRoot: UNISWAP_ROOT, part: true });
    expect([code, document]).toMatchObject([0, { wallets: 5_151, tree: { format: 'uniswap', root: UNISWAP_ROOT } }]);
    const some = (await proofsOf('linea')).filter((_, i) => i % 100 === 0);
    expect(some.map(holds)).toEqual(some.map(() => true));
    expect(some.every(({ proof }) => proof.length > 10)).toBe(true);
  });

  it('hop: a sharded tree has its published root, and a proof for every wallet', async () => {
    const { code, document } = await load(inFolder('hop-goerli'));
    expect([code, document]).toMatchObject([0, { wallets: 20, tree: { format: 'ens' } }]);
    expect((await proofsOf('linea')).map(holds)).toEqual(Array(20).fill(true));
  });

  it('hop: has its published root without root.json, too, and is rejected without one of its shards', async () => {
    const shards = inFolder('hop-goerli').filter((path) => !path.endsWith('root.json'));
    const { code, document } = await load(shards);
    expect([code, document]).toMatchObject([0, { wallets: 20, tree: { root: HOP_ROOT } }]);
    expect((await proofsOf('linea')).map(holds)).not.toContain(false);
    for (const some of [shards.slice(1), shards.slice(0, 1)]) {
      const { code: exitCode, text } = await load(some);
      expect([exitCode, text]).toEqual([1, expect.stringContaining('other shards are missing')]);
    }
    const part = await load(shards.slice(3, 9), { part: true });
    expect([part.code, part.document]).toMatchObject([0, { tree: { root: HOP_ROOT } }]);
    expect((await proofsOf('linea')).map(holds)).not.toContain(false);
  });

  // The total of the files is adapted, since they would otherwise be rejected for it.
  it('hop: reports which shard differs, that one is missing, and that a root belongs to none of them', async () => {
    const folderOf = inFolder('hop-goerli');
    const shard = readFileSync(
      folderOf.find((path) => path.endsWith('3d.json'))!,
      'utf8',
    );
    const balance = BigInt(/"balance":"(\d+)"/.exec(shard)![1]!);
    const altered = (name: string, by: bigint): string => {
      const text = readFileSync(
        folderOf.find((path) => path.endsWith(name))!,
        'utf8',
      );
      const path = join(lists.folder, name);
      writeFileSync(
        path,
        text.replace(/"(balance|total)":"(\d+)"/, (_, key, n) => `"${key}":"${BigInt(n) + by}"`),
      );
      return path;
    };
    const others = folderOf.filter((path) => !/(3d|root)\.json$/.test(path));
    const another = await load([...others, altered('3d.json', 1n), altered('root.json', 1n)]);
    expect([another.code, another.text]).toEqual([1, expect.stringContaining('it first differs in the shard 3d')]);
    const missing = await load([...others, altered('root.json', -balance)]);
    expect([missing.code, missing.text]).toEqual([1, expect.stringContaining('so other shards are missing')]);
    const { code, text } = await load(folderOf, { expectRoot: `0x${'ab'.repeat(32)}` });
    expect([code, text]).toEqual([1, expect.stringContaining('no shard has a published proof that leads there')]);
  });

  it('jito: a tree of Solana has its published root, and a proof for every wallet', async () => {
    const { code, document } = await load([join(LISTS, 'solana-jito/merkle_tree_21_nodes.json')], { dropId: 'jito' });
    expect([code, document]).toMatchObject([0, { tree: { format: 'jito' } }]);
    expect((await proofsOf('jito')).map(holds)).not.toContain(false);
  });

  it('rejects another root, with the computed one', async () => {
    const expectRoot = `0x${'ab'.repeat(32)}`;
    const { code, text } = await load(inFolder('hop-goerli'), { expectRoot });
    expect([code, text]).toEqual([1, expect.stringContaining(`and should have ${expectRoot}`)]);
    writeFileSync(join(lists.folder, 'list.csv'), 'address,amount\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,1\n');
    const built = await load([join(lists.folder, 'list.csv')], { unit: 'base', tree: 'openzeppelin', expectRoot });
    expect(built.text).toContain('the tree of its 1 leaves has the root 0x');
  });
});

function base58(bytes: Buffer): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let [value, text] = [BigInt(`0x${bytes.toString('hex')}`), ''];
  for (; value > 0n; value /= 58n) text = `${digits[Number(value % 58n)]}${text}`;
  return `${'1'.repeat(bytes.findIndex((byte) => byte !== 0))}${text}`;
}
