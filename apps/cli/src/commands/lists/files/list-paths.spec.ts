import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { findListFiles } from './list-paths';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'droptrack-paths-'));
  mkdirSync(join(cwd, 'chunks'));
  for (const name of ['b.json.gz', 'a.json.gz', '.hidden']) writeFileSync(join(cwd, 'chunks', name), '{}');
  writeFileSync(join(cwd, 'list.csv'), '');
});
afterEach(() => rmSync(cwd, { recursive: true }));

const find = async (paths: string[], filesFrom: string | null = null, names = '', exclude: string[] = []) =>
  (await findListFiles({ paths, filesFrom, exclude }, { cwd, stdin: Readable.from([Buffer.from(names)]) })).map(
    ({ path, file }) => (path === join(cwd, file) ? file : path),
  );

describe('findListFiles', () => {
  it('finds every file of a folder except hidden ones, beside single files', async () => {
    expect(await find(['list.csv', 'chunks'])).toEqual(['list.csv', 'chunks/a.json.gz', 'chunks/b.json.gz']);
    expect(await find([join(cwd, 'list.csv')])).toEqual([join(cwd, 'list.csv')]);
  });

  it('leaves out the excluded names of folders, and folders among them', async () => {
    mkdirSync(join(cwd, 'chunks', 'old'));
    for (const name of ['README.md', 'notes.txt']) writeFileSync(join(cwd, 'chunks', name), 'x');
    const exclude = ['README.md', '*.txt', 'ol?'];
    expect(await find(['chunks', 'list.csv'], null, '', exclude)).toEqual([
      ...['chunks/a.json.gz', 'chunks/b.json.gz', 'list.csv'],
    ]);
    // A file that is named is not excluded, and neither is anything by a part of its name.
    await expect(find(['chunks'], null, '', [...exclude, 'a.json'])).rejects.toThrow(
      '--exclude a.json matches no file',
    );
    await expect(find(['chunks'], null, '', ['*'])).rejects.toThrow('has only excluded files');
    await expect(find(['list.csv'], null, '', ['list.csv'])).rejects.toThrow('--exclude list.csv matches no file');
  });

  it('reads names from a file or from standard input, one per line', async () => {
    writeFileSync(join(cwd, 'names.txt'), 'chunks/b.json.gz\r\nlist.csv\n\n');
    expect(await find([], 'names.txt')).toEqual(['chunks/b.json.gz', 'list.csv']);
    expect(await find(['list.csv'], '-', 'chunks\n')).toEqual(['list.csv', 'chunks/a.json.gz', 'chunks/b.json.gz']);
  });

  it('reads a list from standard input, once', async () => {
    const content = Readable.from([Buffer.from('address,amount')]);
    const found = await findListFiles({ paths: ['list.csv', '-'], filesFrom: null }, { cwd, stdin: content });
    expect(found[1]).toEqual({ path: '-', file: 'stdin', source: content });
    await expect(find(['-', '-'])).rejects.toThrow('Standard input (-) can be read only once');
    await expect(find(['-'], '-', 'list.csv')).rejects.toThrow('Standard input (-) can be read only once');
  });

  it('does not check that a file exists', async () => {
    expect(await find(['none.csv'])).toEqual(['none.csv']);
  });

  it.each<[string, string[], string | null, string]>([
    ['no file', [], null, 'No file was given'],
    ['an empty list of names', [], '-', '--files-from - contains no file name'],
    ['a list of names that is not there', [], 'none.txt', 'none.txt (--files-from) cannot be read'],
    ['a folder in a folder', ['.'], null, 'The folder . contains the folder chunks'],
    ['an empty folder', ['empty'], null, 'The folder empty is empty'],
  ])('rejects %s', async (_what, paths, filesFrom, message) => {
    mkdirSync(join(cwd, 'empty'));
    await expect(find(paths, filesFrom)).rejects.toThrow(message);
  });
});
