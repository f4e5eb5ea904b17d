import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Board, CheckFailure } from '../board/board';
import { kilobytes } from '../board/words';
import { fileFaults } from './file-faults';
import { foreignImports } from './foreign-imports';
import { attw, publint } from './linters';
import { type Manifest, manifestFaults } from './manifest-faults';
import { packDirectory, type Tarball } from './pack';

export interface PackageToCheck {
  /** Of the repository. */
  readonly root: string;
  readonly tarball: Tarball;
  /** Where the tarball was unpacked to, by whoever installed it. */
  readonly installed: string;
  /** A directory that is deleted at the end. */
  readonly scratch: string;
}

/** Reads the package as npm, resolvers and compilers do. */
export async function checkPackage(board: Board, given: PackageToCheck): Promise<void> {
  const { root, tarball, installed } = given;
  await Promise.all([
    board.check('types resolve (attw)', () => attw(root, tarball.file)),
    board.check('package.json and files', () => checkFiles(installed)),
    board.check('publint, strictly', () => publint(root, tarball.file)),
    board.check('nothing imported', () => checkImports(installed)),
    board.check('packs to the same bytes again', () => checkSameAgain(given)),
  ]);
}

/** @throws {CheckFailure} with one fault a line. */
export async function checkFiles(directory: string): Promise<string> {
  const files = await readTexts(directory);
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as Manifest;
  const faults = [...manifestFaults(manifest, [...files.keys()]), ...fileFaults(files)];
  if (faults.length > 0) throw new CheckFailure(faults.join('\n'));
  return [...files.keys()].join(' ');
}

/** @throws {CheckFailure} */
export async function checkImports(directory: string): Promise<string> {
  const found = await Promise.all(['index.js', 'index.mjs'].map((entry) => foreignImports(directory, entry)));
  const foreign = [...new Set(found.flat())];
  if (foreign.length > 0) throw new CheckFailure(`it imports ${foreign.join(', ')}`);
  return 'no package, no part of Node';
}

async function checkSameAgain({ root, tarball, scratch }: PackageToCheck): Promise<string> {
  const again = await packDirectory(join(root, 'dist/libs/sdk'), await mkdtemp(join(scratch, 'again-')));
  if (again.integrity !== tarball.integrity) throw new CheckFailure(`${again.integrity}\n${tarball.integrity}`);
  return `${kilobytes(tarball.size)}, ${kilobytes(tarball.unpackedSize)} unpacked`;
}

async function readTexts(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const texts = files.map(async (file) => [relative(directory, file), await readFile(file, 'utf8')] as const);
  return new Map(await Promise.all(texts));
}
