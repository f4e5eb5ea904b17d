import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignImports } from './foreign-imports';

// One import of Node's, and the package runs in no worker and no browser; one of another package, and it does not install.
describe('what code imports that is not its own', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'droptrack-imports-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const importsOf = (text: string) => {
    writeFileSync(join(directory, 'index.mjs'), text);
    return foreignImports(directory, 'index.mjs');
  };

  it('is nothing where imports are in words only', async () => {
    expect(await importsOf('// import "node:fs"\nexport const a = "require(\'crypto\')";')).toEqual([]);
  });

  it.each([
    ['Node', 'import { readFileSync } from "node:fs"; export const a = readFileSync;', 'node:fs'],
    ['Node, by its old names', 'export const a = require("crypto").randomBytes;', 'crypto'],
    ['another package', 'export * from "@noble/hashes/sha2";', '@noble/hashes/sha2'],
    ['a part of Node, late', 'export const a = () => import("node:crypto");', 'node:crypto'],
  ])('is %s', async (_name, text, found) => {
    expect(await importsOf(text)).toEqual([found]);
  });
});
