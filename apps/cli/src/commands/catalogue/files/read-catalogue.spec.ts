import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOGUE_LIMITS, listCatalogueFiles, readCatalogue, readCatalogueText } from './read-catalogue';

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

  it('reports a folder whose files together are larger than any catalogue, and returns none', async () => {
    await write('a.yaml', drop('a'));
    await write('b.yaml', `${drop('b')}# ${'x'.repeat(1_000)}\n`);
    const { definitions, faults } = await readCatalogue(dir, 500);
    expect(definitions).toEqual([]);
    expect(faults).toMatchObject([{ file: '', message: 'the folder has more than 500 B of catalogue files' }]);
  });

  it('accepts an empty folder', async () => {
    expect(await readCatalogue(dir)).toMatchObject({ definitions: [], faults: [] });
  });
});

describe('a folder of catalogue files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'catalogue-'));
  });
  afterEach(() => rm(dir, { recursive: true }));
  const write = (name: string, content: string | Uint8Array) => writeFile(join(dir, name), content);

  it('lists only YAML files, by name', async () => {
    await Promise.all(
      ['b.yaml', 'a.yml', '.#c.yaml', 'notes.md', 'd.yaml~', 'drop.schema.json'].map((n) => write(n, '')),
    );
    await mkdir(join(dir, 'folder.yaml'));
    await symlink(join(dir, 'b.yaml'), join(dir, 'link.yaml'));
    expect(await listCatalogueFiles(dir)).toEqual({ names: ['a.yml', 'b.yaml'] });
  });

  it('reports why a folder cannot be read, without its path', async () => {
    const list = await listCatalogueFiles(join(dir, 'nowhere'));
    expect(list).toEqual({ fault: 'the folder cannot be read (ENOENT)' });
  });

  it('reads text, with and without a byte order mark', async () => {
    await write('a.yaml', '\ufeffname: Größe\n');
    expect(await readCatalogueText(dir, 'a.yaml')).toEqual({ text: 'name: Größe\n' });
  });

  it('accepts a file of the maximum size, and rejects a larger one', async () => {
    const { fileBytes } = CATALOGUE_LIMITS;
    await write('a.yaml', 'x'.repeat(fileBytes));
    await write('b.yaml', 'x'.repeat(fileBytes + 1));
    expect(await readCatalogueText(dir, 'a.yaml')).toMatchObject({ text: expect.any(String) });
    expect(await readCatalogueText(dir, 'b.yaml')).toEqual({ fault: 'is too big: at most 256 KiB' });
  });

  it('rejects content that is not UTF-8, and does not follow links', async () => {
    await write('latin1.yaml', Uint8Array.from([0x6e, 0x61, 0x6d, 0xe4]));
    await symlink(join(dir, 'latin1.yaml'), join(dir, 'link.yaml'));
    expect(await readCatalogueText(dir, 'latin1.yaml')).toEqual({ fault: 'is not UTF-8 text' });
    expect(await readCatalogueText(dir, 'link.yaml')).toEqual({ fault: 'cannot be read (ELOOP)' });
    expect(await readCatalogueText(dir, 'gone.yaml')).toEqual({ fault: 'cannot be read (ENOENT)' });
  });
});
