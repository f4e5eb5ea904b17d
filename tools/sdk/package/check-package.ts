import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CheckFailure, type CheckRunner } from '../check-runner';
import { fileViolations } from './file-violations';
import { foreignImports } from './foreign-imports';
import { attw, publint } from './linters';
import { type Manifest, manifestViolations } from './manifest-violations';
import { kilobytes, packDirectory, type Tarball } from './pack';

interface PackageToCheck {
  /** Root of the repository. */
  readonly root: string;
  readonly tarball: Tarball;
  /** Directory of the installed package. */
  readonly installed: string;
  /** Temporary directory, deleted at the end. */
  readonly scratch: string;
}

/** Checks files, package.json and types of the package. */
export async function checkPackage(runner: CheckRunner, checked: PackageToCheck): Promise<void> {
  const { root, tarball, installed } = checked;
  await Promise.all([
    runner.check('types resolve (attw)', () => attw(root, tarball.file)),
    runner.check('package.json and files', () => checkFiles(installed)),
    runner.check('publint, strictly', () => publint(root, tarball.file)),
    runner.check('nothing imported', () => checkImports(installed)),
    runner.check('reproducible tarball', () => checkReproducible(checked)),
  ]);
}

/** @throws {CheckFailure} with one violation per line. */
export async function checkFiles(directory: string): Promise<string> {
  const files = await readTexts(directory);
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as Manifest;
  const violations = [...manifestViolations(manifest, [...files.keys()]), ...fileViolations(files)];
  if (violations.length > 0) throw new CheckFailure(violations.join('\n'));
  return [...files.keys()].join(' ');
}

/** @throws {CheckFailure} with the imported names. */
export async function checkImports(directory: string): Promise<string> {
  const found = await Promise.all(['index.js', 'index.mjs'].map((entry) => foreignImports(directory, entry)));
  const foreign = [...new Set(found.flat())];
  if (foreign.length > 0) throw new CheckFailure(`it imports ${foreign.join(', ')}`);
  return 'no package, no module of Node';
}

async function checkReproducible({ root, tarball, scratch }: PackageToCheck): Promise<string> {
  const second = await packDirectory(join(root, 'dist/libs/sdk'), await mkdtemp(join(scratch, 'second-')));
  if (second.integrity !== tarball.integrity) throw new CheckFailure(`${second.integrity}\n${tarball.integrity}`);
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
