import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const { projects } = createRequire(__filename)('../../jest.heavy.config.cjs') as {
  projects: readonly { readonly testMatch: readonly string[] }[];
};
const files = ['apps', 'libs', 'tools']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, String(name))),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('/node_modules/'));
const callers = files.filter((path) => /\/tools\/test\/runs';/.test(readFileSync(path, 'utf8')));

describe('properties with few runs in the suite', () => {
  it('have all their runs in the heavy ring', () => {
    const heavy = new Set(projects.flatMap(({ testMatch }) => testMatch));
    expect(callers.length).toBeGreaterThan(10);
    expect(callers.filter((path) => !heavy.has(path))).toEqual([]);
  });

  it('are in projects whose heavy tests the checks run', () => {
    const folders = new Set(callers.map((path) => /\/((?:apps|libs|tools)\/[^/]+)\//.exec(path)?.[1] ?? path));
    const targets = (folder: string) =>
      (JSON.parse(readFileSync(join(ROOT, folder, 'project.json'), 'utf8')) as { targets: object }).targets;
    expect([...folders].filter((folder) => !('heavy' in targets(folder)))).toEqual([]);
  });
});
