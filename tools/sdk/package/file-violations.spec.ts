import { fileViolations } from './file-violations';

const VALID: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'README.md': 'import { Droptrack } from "@droptrack/sdk"; // as in /home/me/project',
  LICENSE: 'MIT',
  'index.js': 'const path = "/v1/drops"; // https://example.com/tmp/x',
  'index.mjs': 'export const version = "1";',
  'index.d.ts': 'export declare const version: string;',
  'index.d.mts': 'export declare const version: string;',
  'claims.js': 'require("./index.js");',
  'claims.mjs': 'export * from "./chunk-YLXNN6LB.mjs";',
  'claims.d.ts': "// import { verifyClaim } from '@droptrack/sdk/claims';",
  'claims.d.mts': 'export declare const version: string;',
  'starknet.js': 'require("./index.js");',
  'starknet.mjs': 'export * from "./chunk-YLXNN6LB.mjs";',
  'starknet.d.ts': "// import { verifyStarknetProof } from '@droptrack/sdk/starknet';",
  'starknet.d.mts': 'export declare const version: string;',
  'testing.js': 'require("./index.js");',
  'testing.mjs': 'export * from "./chunk-YLXNN6LB.mjs";',
  'testing.d.ts': "// import { sampleEvent } from '@droptrack/sdk/testing';",
  'testing.d.mts': 'export declare const version: string;',
};
const violationsOf = (changes: Readonly<Record<string, string>>) =>
  fileViolations(new Map(Object.entries({ ...VALID, ...changes })));

// A published version cannot be changed: it must contain nothing of the repository or of the machine that built it.
describe('fileViolations', () => {
  it('returns none for a valid package, with and without the optional documents', () => {
    expect(violationsOf({})).toEqual([]);
    expect(violationsOf({ 'api.md': 'x', 'CHANGELOG.md': 'x' })).toEqual([]);
  });

  it('accepts code and types that several files share, and code that is loaded on demand', () => {
    const parts = ['private-check-YEB42DHD.mjs', 'chunk-YLXNN6LB.mjs', 'verify-proof-BBgJ9Alp.d.ts'];
    expect(violationsOf(Object.fromEntries(parts.map((part) => [part, 'x'])))).toEqual([]);
  });

  it.each([
    ['a test', { 'client.spec.js': 'test()' }, 'client.spec.js has no place'],
    ['a source map', { 'index.js.map': '{}' }, 'index.js.map has no place'],
    ['a source map comment', { 'index.js': '1;\n//# sourceMappingURL=index.js.map' }, 'source map'],
    ['a path of the build machine', { 'index.mjs': 'throw new Error("/home/me/libs/sdk/a.ts")' }, 'names a path'],
    ['a path with a drive letter', { 'index.mjs': 'const at = "C:\\\\Users\\\\me";' }, 'names a path'],
    ['an unpublished library in the code', { 'index.js': 'require("@droptrack/contracts")' }, 'in no registry'],
    [
      'an unpublished library in the types',
      { 'index.d.ts': "import { A } from '@droptrack/contracts';" },
      'in no registry',
    ],
    ['an empty file', { 'api.md': '\n' }, 'api.md is empty'],
  ])('reports %s', (_name, changes: Record<string, string>, text) => {
    expect(violationsOf(changes)).toEqual([expect.stringContaining(text)]);
  });

  it('reports missing types for one condition', () => {
    const others = Object.entries(VALID).filter(([file]) => file !== 'index.d.mts');
    expect(fileViolations(new Map(others))).toEqual(['index.d.mts is missing']);
  });
});
