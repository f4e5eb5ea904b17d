import { fileFaults } from './file-faults';

const SOUND: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'README.md': 'import { Droptrack } from "@droptrack/sdk"; // as in /home/me/project',
  LICENSE: 'MIT',
  'index.js': 'const path = "/v1/drops"; // https://example.com/tmp/x',
  'index.mjs': 'export const version = "1";',
  'index.d.ts': 'export declare const version: string;',
  'index.d.mts': 'export declare const version: string;',
};
const faultsOf = (changes: Readonly<Record<string, string>>) =>
  fileFaults(new Map(Object.entries({ ...SOUND, ...changes })));

// What is published is there for good, and says where it was made: nothing of the repository or the machine may be in it.
describe('faults of published files', () => {
  it('are none where all is as it should be, with or without the papers', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ 'api.md': 'x', 'CHANGELOG.md': 'x', 'NOTICES.md': 'x' })).toEqual([]);
  });

  it.each([
    ['a test', { 'client.spec.js': 'test()' }, 'client.spec.js has no place'],
    ['a source map', { 'index.js.map': '{}' }, 'index.js.map has no place'],
    ['a map that is not there', { 'index.js': '1;\n//# sourceMappingURL=index.js.map' }, 'source map'],
    ['a path of the machine', { 'index.mjs': 'throw new Error("/home/me/libs/sdk/a.ts")' }, 'names a path'],
    ['a path of a machine with drives', { 'index.mjs': 'const at = "C:\\\\Users\\\\me";' }, 'names a path'],
    ['a library of ours in the code', { 'index.js': 'require("@droptrack/contracts")' }, 'in no registry'],
    ['a library of ours in the types', { 'index.d.ts': "import { A } from '@droptrack/contracts';" }, 'in no registry'],
    ['an empty file', { 'api.md': '\n' }, 'api.md is empty'],
  ])('tell of %s', (_name, changes: Record<string, string>, words) => {
    expect(faultsOf(changes)).toEqual([expect.stringContaining(words)]);
  });

  it('tell of types that are missing for one condition', () => {
    const others = Object.entries(SOUND).filter(([file]) => file !== 'index.d.mts');
    expect(fileFaults(new Map(others))).toEqual(['index.d.mts is missing']);
  });
});
