import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignImports } from './foreign-imports';

// An import of a Node module breaks workers and browsers; an import of another package breaks the installation.
describe('foreignImports', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'droptrack-imports-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const importsOf = (text: string) => {
    writeFileSync(join(directory, 'index.mjs'), text);
    return foreignImports(directory, 'index.mjs');
  };

  it('ignores imports in strings and comments', async () => {
    expect(await importsOf('// import "node:fs"\nexport const a = "require(\'crypto\')";')).toEqual([]);
  });

  it.each([
    ['a Node module', 'import { readFileSync } from "node:fs"; export const a = readFileSync;', 'node:fs'],
    ['a Node module without the node: prefix', 'export const a = require("crypto").randomBytes;', 'crypto'],
    ['another package', 'export * from "@noble/hashes/sha2";', '@noble/hashes/sha2'],
    ['a dynamic import of a Node module', 'export const a = () => import("node:crypto");', 'node:crypto'],
  ])('reports %s', async (_name, text, found) => {
    expect(await importsOf(text)).toEqual([found]);
  });
});
