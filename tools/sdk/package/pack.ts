import { mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mustRun, mustRunNode } from '../command';

/** The tarball that would be published. */
export interface Tarball {
  readonly file: string;
  readonly name: string;
  readonly version: string;
  /** Compressed size in bytes. */
  readonly size: number;
  /** Installed size in bytes. */
  readonly unpackedSize: number;
  /** Hash of the content; equal sources give equal hashes. */
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const NX = { NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };

/** Builds the package of a tree into its `dist/libs/sdk`; Nx restores the result if the sources are unchanged. */
export async function buildSdk(tree: string): Promise<string> {
  const nx = createRequire(join(tree, 'package.json')).resolve('nx/bin/nx.js');
  await mustRunNode([nx, 'build', 'sdk', '--output-style=static'], { cwd: tree, env: { ...process.env, ...NX } });
  return join(tree, 'dist/libs/sdk');
}

/** Writes the tarball of the built package to `dist/sdk/`, and deletes older ones. */
export async function packSdk(root: string): Promise<Tarball> {
  const target = join(root, 'dist/sdk');
  await mkdir(target, { recursive: true });
  const old = (await readdir(target)).filter((name) => name.endsWith('.tgz'));
  await Promise.all(old.map((name) => rm(join(target, name))));
  return packDirectory(join(root, 'dist/libs/sdk'), target);
}

/** Packs a directory with `npm pack`, which writes the same tarball as `npm publish` sends. */
export async function packDirectory(directory: string, target: string): Promise<Tarball> {
  const args = ['pack', directory, '--pack-destination', target, '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(await mustRun('npm', args, { cwd: target })) as [Tarball & { readonly filename: string }];
  return { ...packed, file: join(target, packed.filename) };
}

/** Renders the files of a tarball with their sizes. */
export function presentTarball({ name, version, file, files, size, unpackedSize, integrity }: Tarball): string {
  const rows = files.map(({ path, size: bytes }) => `  ${path.padEnd(16)} ${kilobytes(bytes).padStart(9)}`);
  const sum = `${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`;
  return [`${name} ${version}`, ...rows, sum, integrity, file].join('\n');
}

/** Size in units of 1,000 bytes, with one decimal. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
