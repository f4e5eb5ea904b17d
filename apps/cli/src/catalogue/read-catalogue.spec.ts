import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogue } from './read-catalogue';

describe('readCatalogue', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'catalogue-'));
  });
  afterEach(() => rm(dir, { recursive: true }));
  const write = (name: string, text: string) => writeFile(join(dir, name), text);
  const drop = (id: string) => `id: ${id}\nname: ${id}\nchain: linea\n`;

  it('reads the valid files beside invalid ones, and lists all errors by file', async () => {
    await write('a.yaml', drop('a'));
    await write('b.yaml', `${drop('b')}colour: red\n`);
    await write('c.yaml', '');
    await write('d.yml', drop('d'));
    const { definitions, faults } = await readCatalogue(dir);
    expect(definitions.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(faults).toEqual([
      { file: 'b.yaml', line: 4, column: 1, path: 'colour', message: 'unknown key "colour"' },
      { file: 'c.yaml', line: 1, column: 1, path: '', message: 'the file is empty' },
    ]);
  });

  it('reports both positions of a repeated id, and returns neither drop', async () => {
    await write('a.yaml', drop('a'));
    await write('a.yml', `# the same again\n${drop('a')}`);
    const { definitions, faults } = await readCatalogue(dir);
    expect(definitions).toEqual([]);
    expect(faults).toEqual([
      { file: 'a.yaml', line: 1, column: 5, path: 'id', message: '"a" is also the id in a.yml:2' },
      { file: 'a.yml', line: 2, column: 5, path: 'id', message: '"a" is also the id in a.yaml:1' },
    ]);
  });

  it('reports a missing folder', async () => {
    const { definitions, faults } = await readCatalogue(join(dir, 'nowhere'));
    expect(definitions).toEqual([]);
    expect(faults).toEqual([{ file: '', line: 1, column: 1, path: '', message: expect.stringContaining('ENOENT') }]);
  });

  it('accepts an empty folder', async () => {
    expect(await readCatalogue(dir)).toEqual({ definitions: [], faults: [] });
  });
});
