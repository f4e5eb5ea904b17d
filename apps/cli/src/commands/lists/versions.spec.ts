import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { parseWallet } from '@droptrack/eligibility';
import { type Database, loadList } from '@droptrack/persistence';
import { Readable } from 'node:stream';
import { recordedOutput } from '../../testing/recorded-output';
import { type RemoveLists, removeLists, type RollBackLists, rollBackLists } from './versions';
import { listCommands } from './testing';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const NOW = new Date('2026-11-21T00:00:00.000Z');

let lists: Awaited<ReturnType<typeof listCommands>>;
let db: Database;
beforeEach(async () => {
  lists = await listCommands([dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } })]);
  ({ db } = lists);
  for (const tokens of [1n, 2n]) {
    await loadList(db, {
      dropId: 'linea',
      kind: 'allocation',
      rows: () => [{ line: 2, wallet: parseWallet(A).bytes, amount: tokens * 10n ** 18n }],
      sha256: () => `${tokens}`.repeat(64),
      url: null,
      nowMs: NOW.getTime(),
    });
  }
});
afterEach(() => lists.close());

const withDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> => work(db);
const of = { dropId: 'linea', kind: 'allocation', name: null } as const;
const rollBack = async (over: Partial<RollBackLists> = {}) => {
  const { output, said } = recordedOutput();
  const args = { ...of, to: null, dryRun: false, ...over };
  await rollBackLists(args, { output, withDatabase, now: () => NOW });
  return said;
};
const remove = async (over: Partial<RemoveLists>, answer = '', isJson = false) => {
  const { output, said } = recordedOutput(isJson);
  const stdin = Readable.from(answer === '' ? [] : [Buffer.from(answer)]);
  await removeLists({ ...of, purge: false, yes: false, ...over }, { output, withDatabase, stdin, now: () => NOW });
  return said;
};
const shown = async () => {
  const { text } = await lists.show('linea', true);
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split(/  +/)[2]);
};

describe('lists rollback', () => {
  it('reports the active version and the previous one', async () => {
    const trial = await rollBack({ dryRun: true });
    expect(trial.text).toBe(
      'linea: version 1 of the allocation list would become active again: 1 wallet, 1 tokens in total. ' +
        'Previously: version 2, 1 wallet, 2 tokens in total. Nothing was changed.',
    );
    expect(await shown()).toEqual(['2', '1 (former)']);
    const { document } = await rollBack();
    expect(document).toMatchObject({ dry_run: false, list: { version: 1 }, former: { version: 2 } });
    expect(await shown()).toEqual(['2 (former)', '1']);
  });

  it('reports why there is no version to return to', async () => {
    await rollBack();
    await expect(rollBack()).rejects.toMatchObject({ name: 'CliError', code: 'list_no_former' });
    await expect(rollBack({ to: 7 })).rejects.toMatchObject({ code: 'list_unknown' });
    await expect(rollBack({ dropId: 'lynea' })).rejects.toMatchObject({ code: 'drop_unknown' });
  });
});

describe('lists remove', () => {
  it('asks for confirmation, and changes nothing without it', async () => {
    for (const answer of ['', 'n\n', '\n', 'yesterday\n']) {
      await expect(remove({}, answer)).rejects.toMatchObject({ name: 'CliError', code: 'not_confirmed' });
    }
    await expect(remove({}, 'y\n', true)).rejects.toMatchObject({ code: 'not_confirmed' });
    expect(await shown()).toEqual(['2', '1 (former)']);
    const { notes, text } = await remove({}, 'y\n');
    expect(notes).toEqual([
      'Deactivate version 2 of the allocation list of linea (1 wallet, 2 tokens in total)? [y/N]',
    ]);
    expect(text).toContain('version 2 of the allocation list is no longer active. Its rows are kept');
    expect(await shown()).toEqual(['2 (former)', '1 (former)']);
  });

  it('deletes rows only with --purge, those of every version', async () => {
    const { document, text } = await remove({ purge: true, yes: true });
    expect(document).toMatchObject({ former: { version: 2 }, purged: { versions: [1, 2], rows: 2 } });
    expect(text).toContain('2 rows of 2 versions deleted.');
    expect(await shown()).toEqual(['2 (purged)', '1 (purged)']);
    expect((await remove({ purge: true, yes: true })).text).toContain('no allocation list was active');
    await expect(remove({ yes: true })).rejects.toMatchObject({ code: 'list_none' });
  });
});
