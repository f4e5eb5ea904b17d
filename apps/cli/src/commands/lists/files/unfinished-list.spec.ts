import { AmountBook, type ReadAmounts } from '@droptrack/claims';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUnfinished, writeUnfinished } from './unfinished-list';

const [A, B] = [`0x${'0a'.repeat(20)}`, `0x${'ff'.repeat(20)}`];
let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-unfinished-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function readAmounts(): ReadAmounts {
  const book = new AmountBook(2);
  book.change(0, A, 2n ** 200n, 'add');
  book.change(1, B, -5n, 'add');
  book.change(1, A, 0n, 'replace');
  const target = { number: 900, hash: `0x${'ab'.repeat(32)}` };
  const ends = { upTo: 800, lastChange: null, hasBegun: true, blocks: 10, rejected: 11 };
  return { terms: 'eip155:1:0x00 7', target, ...ends, book };
}
const rowsOf = ({ book }: ReadAmounts) => book.keys().map((key) => book.row(key));

describe('the file of a list that is not finished', () => {
  it('has all that was read', async () => {
    const path = join(folder, 'list.csv.unfinished');
    await writeUnfinished(path, 'list.csv.unfinished', readAmounts());
    const read = await readUnfinished(path);
    expect({ ...read, book: null }).toEqual({ ...readAmounts(), book: null });
    expect(rowsOf(read!)).toEqual([
      [A, [2n ** 200n, 0n]],
      [B, [0n, -5n]],
    ]);
    expect(readdirSync(folder)).toEqual(['list.csv.unfinished']);
  });

  it.each<[string, (text: string) => string]>([
    ['that was cut off', (text) => text.slice(0, -20)],
    ['without its last line', (text) => text.split('\n').slice(0, -2).join('\n')],
    ['of another layout', (text) => text.replace('unfinished-list-1', 'unfinished-list-0')],
    ['of something else', () => 'address,amount\n'],
    ['that is empty', () => ''],
  ])('is not used for one %s', async (_, changed) => {
    const path = join(folder, 'list.csv.unfinished');
    await writeUnfinished(path, 'list.csv.unfinished', readAmounts());
    writeFileSync(path, changed(readFileSync(path, 'utf8')));
    expect(await readUnfinished(path)).toBeNull();
  });

  it('is not used without a file', async () => {
    expect(await readUnfinished(join(folder, 'none'))).toBeNull();
  });

  it('names the file that cannot be written', async () => {
    const path = join(folder, 'none', 'list.csv');
    await expect(writeUnfinished(path, 'none/list.csv', readAmounts())).rejects.toMatchObject({
      code: 'cannot_use_file',
    });
  });
});
