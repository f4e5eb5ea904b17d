import { PORTABLE_HASH, proofPath, readPrefix, type WalletPrefix } from '@droptrack/eligibility';
import fc from 'fast-check';
import { ListGoneError } from './errors';
import { ListRangeRepository, type RangeRow } from './list-range.repository';
import { ListRowRepository } from './list-row.repository';
import { purgeLists } from './purge';
import { removeList } from './switch';
import { listDatabase, NOW_MS, wallet } from './testing';

let lists: Awaited<ReturnType<typeof listDatabase>>;
let ranges: ListRangeRepository;
beforeAll(async () => {
  lists = await listDatabase();
  ranges = new ListRangeRepository(lists.db);
});
afterAll(() => lists.close());

let loads = 0;
/** Loads wallets, each with its number as amount. */
async function listOf(wallets: readonly Uint8Array[]): Promise<number> {
  const sha256 = (++loads).toString(16).padStart(64, '0');
  const rows = wallets.map((of, at) => ({ line: at + 2, wallet: of, amount: BigInt(at), index: null }));
  return (await lists.load(rows, { sha256: () => sha256 })).list.list_id;
}

const rangesOf = (prefix: string, type: 'evm' | 'solana' = 'evm'): WalletPrefix => {
  const read = readPrefix(prefix, type);
  if (typeof read === 'string') throw new Error(read);
  return read;
};
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const walletsOf = (rows: readonly RangeRow[]): string[] => rows.map((row) => row.wallet);

describe('ranges of a list', () => {
  // Keys of few first digits, so that ranges have many rows, and ends of ranges and of the list are often hit.
  const key = fc
    .tuple(fc.constantFrom('000', '00f', 'abc', 'abd', 'fff'), fc.constantFrom('0', '8', 'f'), fc.nat(40))
    .map(([start, digit, end]) => `${start}${digit.repeat(31)}${end.toString(16).padStart(6, digit)}`);

  it('contain exactly the wallets with the prefix, and neighbours in key order, wrapping around', async () => {
    const law = fc.asyncProperty(fc.uniqueArray(key, { minLength: 1, maxLength: 40 }), async (keys) => {
      const listId = await listOf(keys.map((text) => Buffer.from(text, 'hex')));
      const sorted = [...keys].sort();
      for (const prefix of ['000', 'abc', 'fff', '123']) {
        const inside = sorted.filter((text) => text.startsWith(prefix));
        const after = sorted.filter((text) => text > prefix && !text.startsWith(prefix));
        const before = sorted.filter((text) => text < prefix && !text.startsWith(prefix));
        expect(walletsOf(await ranges.read(listId, rangesOf(prefix), 100))).toEqual(inside);
        const neighbours = await ranges.readNeighbours(listId, rangesOf(prefix), 16);
        expect(walletsOf(neighbours)).toEqual([...after, ...before].slice(0, 16));
      }
    });
    await fc.assert(law, { numRuns: 15 });
  });

  it('contain the rows as they are looked up one by one', async () => {
    const wallets = Array.from({ length: 60 }, (_, at) => wallet(at));
    const breakdown = [{ reason: 'bridge', amount: 2n }];
    const rows = wallets.map((of, at) => ({ line: at + 2, wallet: of, amount: 2n, index: BigInt(at), breakdown }));
    const { list } = await lists.load(rows);
    for (const of of wallets) {
      const [[found] = []] = await new ListRowRepository(lists.db).find([{ listId: list.list_id, wallet: of }]);
      const [row] = await ranges.read(list.list_id, rangesOf(hex(of).slice(0, 5)), 10);
      expect(row).toEqual({ ...found, wallet: hex(of) });
    }
  });

  // Otherwise an EVM range would contain Solana keys that begin with the same bytes.
  it('contain wallets of one type, while neighbours are of any', async () => {
    const evm = Buffer.from('abc'.padEnd(40, '1'), 'hex');
    const solana = Buffer.from('abc'.padEnd(64, '2'), 'hex');
    const listId = await listOf([evm, solana]);
    expect(walletsOf(await ranges.read(listId, rangesOf('abc'), 10))).toEqual([hex(evm)]);
    expect(walletsOf(await ranges.readNeighbours(listId, rangesOf('abc'), 10))).toEqual([hex(solana)]);
  });

  it('stop at the limit', async () => {
    const listId = await listOf(
      Array.from({ length: 20 }, (_, at) => Buffer.from(`abc${at + 100}`.padEnd(40, '0'), 'hex')),
    );
    expect(await ranges.read(listId, rangesOf('abc'), 7)).toHaveLength(7);
  });

  it('contain the nodes of proofs, each chunk read once', async () => {
    const wallets = Array.from({ length: 100 }, (_, at) => wallet(at));
    const rows = wallets.map((of, at) => ({ line: at + 2, wallet: of, amount: BigInt(at), index: null }));
    const tree = { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH } as const;
    const { list } = await lists.load(rows, { tree });
    const paths = wallets.map((_, position) => proofPath('openzeppelin', 100, position));
    const query = jest.spyOn(lists.db, 'prepared');
    const read = await ranges.readPaths(list.list_id, paths);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    const proofs = await new ListRowRepository(lists.db).readProofs(
      paths.map((numbers) => ({ listId: list.list_id, numbers })),
    );
    expect(read).toEqual(proofs);
    await expect(ranges.readPaths(list.list_id, [[1_000_000]])).rejects.toThrow(ListGoneError);
  });

  // "Deleted" must not pass for "not in the list".
  it('throw for a list whose rows are deleted', async () => {
    const listId = await listOf([wallet(1)]);
    await removeList(lists.db, { dropId: 'linea', kind: 'allocation', nowMs: NOW_MS });
    await purgeLists(lists.db, { dropId: 'linea', kind: 'allocation', nowMs: NOW_MS });
    await expect(ranges.read(listId, rangesOf('abc'), 10)).rejects.toThrow(ListGoneError);
    await expect(ranges.readNeighbours(listId, rangesOf('abc'), 10)).rejects.toThrow(ListGoneError);
  });
});
