import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckFailure } from '../check-runner';
import { attw, publint } from './linters';
import { packDirectory } from './pack';

const ROOT = join(__dirname, '../../..');
const import_ = { types: './index.d.mts', default: './index.mjs' };
const require_ = { types: './index.d.ts', default: './index.js' };
const VALID = {
  name: 'planted',
  version: '1.0.0',
  license: 'MIT',
  type: 'commonjs',
  engines: { node: '>=20.19' },
  main: './index.js',
  types: './index.d.ts',
  exports: { '.': { import: import_, require: require_ } },
};

// A linter that is called wrongly reports nothing, as for a valid package: each must report planted violations.
describe('linters of a tarball', () => {
  let scratch = '';
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'droptrack-planted-'));
  });
  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  const packed = async (changes: object, files: Readonly<Record<string, string | null>> = {}): Promise<string> => {
    const directory = join(scratch, 'package');
    mkdirSync(directory);
    const texts = {
      'package.json': JSON.stringify({ ...VALID, ...changes }),
      'index.js': 'exports.a = 1;',
      'index.mjs': 'export const a = 1;',
      'index.d.ts': 'export declare const a: number;',
      'index.d.mts': 'export declare const a: number;',
      ...files,
    };
    for (const [name, text] of Object.entries(texts)) if (text !== null) writeFileSync(join(directory, name), text);
    return (await packDirectory(directory, scratch)).file;
  };

  it('report nothing for a valid package', async () => {
    const tarball = await packed({});
    expect(await Promise.all([publint(ROOT, tarball), attw(ROOT, tarball)])).toHaveLength(2);
  });

  it.each([
    [
      'ESM types for CommonJS',
      { exports: { '.': { import: import_, require: { ...require_, types: './index.d.mts' } } } },
      {},
    ],
    [
      'no types for import',
      { exports: { '.': { import: './index.mjs', require: require_ } } },
      { 'index.d.mts': null },
    ],
    ['types that do not match the code', {}, { 'index.d.ts': 'declare const a: number; export default a;' }],
  ])('report %s (attw)', async (_name, changes, files) => {
    await expect(attw(ROOT, await packed(changes, files))).rejects.toThrow(CheckFailure);
  });

  it.each([
    ['a main that does not exist', { main: './main.js' }, /main/],
    ['types after default', { exports: { '.': { default: './index.js', types: './index.d.ts' } } }, /types/],
    ['a suggestion, such as a missing type', { type: undefined }, /type/],
  ])('report %s (publint)', async (_name, changes, text) => {
    await expect(publint(ROOT, await packed(changes))).rejects.toThrow(text);
  });
});
