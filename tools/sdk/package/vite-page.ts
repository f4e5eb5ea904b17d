import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireFrom } from '../../test/packages';
import { mustRunNode } from '../command';

const PAGE = '<!doctype html><html><head><script type="module" src="/program.mjs"></script></head></html>';

/**
 * Builds a page with the defaults of Vite, as most users do.
 *
 * @param directory - project in which the package is installed.
 * @returns contents of the scripts that the page loads first: its program, and what that imports.
 */
export async function filesOfPage(directory: string, program: string): Promise<Buffer[]> {
  const cwd = await mkdtemp(join(directory, 'page-'));
  try {
    await writeFile(join(cwd, 'index.html'), PAGE);
    await writeFile(join(cwd, 'program.mjs'), program);
    const vite = join(dirname(requireFrom('tools/sdk/packages').resolve('vite/package.json')), 'bin/vite.js');
    await mustRunNode([vite, 'build', '--logLevel', 'warn'], { cwd });
    const html = await readFile(join(cwd, 'dist/index.html'), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => join(cwd, 'dist', path ?? ''));
    return await Promise.all(paths.map((path) => readFile(path)));
  } finally {
    await rm(cwd, { recursive: true });
  }
}
