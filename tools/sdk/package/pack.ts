import { createRequire } from 'node:module';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { kilobytes } from '../board/words';
import { mustRun, mustRunNode } from '../board/command';

/** What would be published. */
export interface Tarball {
  readonly file: string;
  readonly name: string;
  readonly version: string;
  /** Bytes, as it is downloaded. */
  readonly size: number;
  /** Bytes, as it lies on disk. */
  readonly unpackedSize: number;
  /** Of its bytes; the same sources give the same. */
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const NX = { NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };

/** Builds the package; where nothing changed since, what was built then. */
export async function buildSdk(root: string): Promise<void> {
  const nx = createRequire(join(root, 'package.json')).resolve('nx/bin/nx.js');
  await mustRunNode([nx, 'build', 'sdk', '--output-style=static'], { cwd: root, env: { ...process.env, ...NX } });
}

/**
 * Writes the tarball of what was built to `dist/sdk/`, where it is the only one then.
 *
 * @throws {CheckFailure} with what npm said.
 */
export async function packSdk(root: string): Promise<Tarball> {
  const target = join(root, 'dist/sdk');
  await mkdir(target, { recursive: true });
  const old = (await readdir(target)).filter((name) => name.endsWith('.tgz'));
  await Promise.all(old.map((name) => rm(join(target, name))));
  return packDirectory(join(root, 'dist/libs/sdk'), target);
}

/** As `npm publish` would pack it. */
export async function packDirectory(directory: string, target: string): Promise<Tarball> {
  const args = ['pack', directory, '--pack-destination', target, '--json', '--ignore-scripts'];
  const said = JSON.parse(await mustRun('npm', args, { cwd: target })) as [Tarball & { readonly filename: string }];
  return { ...said[0], file: join(target, said[0].filename) };
}

/** Its files with their sizes, for people. */
export function presentTarball({ name, version, file, files, size, unpackedSize, integrity }: Tarball): string {
  const rows = files.map(({ path, size: bytes }) => `  ${path.padEnd(16)} ${kilobytes(bytes).padStart(9)}`);
  const sum = `${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`;
  return [`${name} ${version}`, ...rows, sum, integrity, file].join('\n');
}
