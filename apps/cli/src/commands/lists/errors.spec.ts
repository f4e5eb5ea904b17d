import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorFile } from './files/error-file';
import { listCommands } from './testing';
import { packedLeaf, ROWS, treeOf } from './published-testing';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  lists = await listCommands([dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } })]);
});
afterEach(() => lists.close());

const GOOD = ROWS.map(({ address, amount }) => `${address},${amount}`);
/** Errors of rows, with what is said about each. */
const BAD = ['Total,7', 'vitalik.eth,1', `${ROWS[0]?.address},1.5`];
const loadLines = (lines: readonly string[], over: Parameters<typeof lists.load>[1] = {}) => {
  const path = join(lists.folder, 'list.csv');
  writeFileSync(path, ['address,amount', ...lines, ''].join('\n'));
  return lists.load([path], { unit: 'base', errorsTo: 'errors.txt', ...over });
};
const written = (): string[] => readFileSync(join(lists.folder, 'errors.txt'), 'utf8').split('\n').slice(0, -1);

describe('--errors-to', () => {
  it('has every error, of which the output shows a hundred', async () => {
    const lines = Array.from({ length: 155 }, (_, i) => `${ROWS[0]?.address},-${i}`);
    const { code, text } = await loadLines([...GOOD, ...lines]);
    expect([code, text.match(/^list\.csv:/gm)?.length]).toEqual([1, 100]);
    expect(text).toContain('… and 55 more');
    expect(text).toContain('All errors are in');
    const first = GOOD.length + 2;
    expect(written()).toEqual(lines.map((_, i) => `list.csv:${first + i}: amount: the amount is negative`));
  });

  it.each<[string, object, number, RegExp]>([
    ['of wallets with several rows', {}, 150, /^list\.csv:\d+: the same wallet as in line \d+$/],
    ['of rows that the tree cannot hold', { tree: 'uniswap', duplicates: 'separate' }, 151, /carry an index/],
  ])('has every error %s', async (_, over, errors, message) => {
    const lines = Array.from({ length: 151 }, (_line, i) => `${ROWS[0]?.address},${i + 1}`);
    expect(await loadLines(lines, over)).toMatchObject({ code: 1 });
    expect(written()).toEqual(Array.from({ length: errors }, () => expect.stringMatching(message) as string));
  });

  it('is empty without errors, and never a file of the list', async () => {
    expect(await loadLines(GOOD)).toMatchObject({ code: 0 });
    expect(written()).toEqual([]);
    const path = join(lists.folder, 'list.csv');
    expect(() => errorFile(path, [{ path, file: 'list.csv' }])).toThrow('--errors-to must not be a file of the list');
  });

  it('states a file that cannot be written', async () => {
    const errorsTo = 'none/errors.txt';
    await expect(loadLines(BAD, { errorsTo })).rejects.toThrow('(--errors-to) cannot be written: ENOENT');
    expect(existsSync(join(lists.folder, 'none'))).toBe(false);
  });
});

describe('--skip-errors', () => {
  it('leaves rows with errors out, and states them in the output, the file and lists show', async () => {
    const { code, notes, document } = await loadLines([...GOOD, ...BAD], { skipErrors: 3 });
    const first = GOOD.length + 2;
    const errors = [
      `list.csv:${first}: wallet: It is a word`,
      `list.csv:${first + 1}: wallet: It is a name`,
      `list.csv:${first + 2}: amount: the amount is not a whole number`,
    ].map((start) => expect.stringMatching(`^${start.replaceAll('.', '\\.')}`) as string);
    expect([code, document]).toMatchObject([0, { wallets: ROWS.length, left_out: 3 }]);
    expect(notes.flatMap((note) => note.split('\n'))).toEqual(['3 rows with errors were left out:', ...errors]);
    expect(written()).toEqual(errors);
    const { text, document: shown } = await lists.show('linea');
    expect(text).toMatch(/LEFT OUT[^]*3 rows/);
    expect(shown.data).toEqual([expect.objectContaining({ left_out: 3 })]);
    expect(shown.gaps).toEqual([expect.objectContaining({ drop: 'linea', code: 'left_out' })]);
  });

  it('rejects a list with more errors, with all of them', async () => {
    const { code, text } = await loadLines([...GOOD, ...BAD], { skipErrors: 2 });
    expect([code, text]).toEqual([1, expect.stringContaining('3 errors; nothing was loaded')]);
    expect(written()).toHaveLength(3);
    expect((await lists.show('linea')).text).toContain('There is no list of linea');
  });

  it('leaves nothing out of a file that cannot be read to its end', async () => {
    const { code, text } = await loadLines([...GOOD, BAD[0] ?? '', `${ROWS[0]?.address},"1`], { skipErrors: 5 });
    expect([code, text]).toEqual([1, expect.stringContaining('a quote is opened and never closed')]);
  });

  // Its root is that of all rows.
  it('does not complete a tree', async () => {
    const tree = { tree: 'ens', expectRoot: treeOf(ROWS.map(packedLeaf)).root } as const;
    const { code, text } = await loadLines([...GOOD.slice(1), `${GOOD[0]?.slice(0, -1)}x`], { ...tree, skipErrors: 1 });
    expect([code, text]).toEqual([1, expect.stringContaining('and should have')]);
  });
});

it('lists show has no column for rows that were left out of no list', async () => {
  await loadLines(GOOD);
  const { text, document } = await lists.show('linea');
  expect(text).not.toContain('LEFT OUT');
  expect(document.data).toEqual([expect.objectContaining({ left_out: 0 })]);
});

describe('the hint of a rejected list', () => {
  const hintOf = async (load: ReturnType<typeof lists.load>): Promise<unknown> =>
    ((await load).document['error'] as { hint: unknown }).hint;

  it('names --duplicates sum where the rows of a wallet can be parts of its allocation', async () => {
    const row = `${ROWS[0]?.address},5`;
    expect(await hintOf(loadLines([row, row]))).toContain('--duplicates sum');
  });

  it('names --format map where an object looks like claims and has other members', async () => {
    const path = join(lists.folder, 'claims.json');
    const claims = Object.fromEntries(ROWS.map(({ address, amount }, index) => [address, { index, total: amount }]));
    writeFileSync(path, JSON.stringify({ claims }));
    expect(await hintOf(lists.load([path], { format: 'uniswap' }))).toContain('--format map');
    expect(await lists.load([path], { format: 'map', unit: 'base', columns: 'amount=total' })).toMatchObject({
      code: 0,
    });
  });

  it('is null for errors of single rows', async () => {
    expect(await hintOf(loadLines(BAD))).toBeNull();
  });
});
