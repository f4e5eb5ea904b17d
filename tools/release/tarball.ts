import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../sdk/check-runner';
import { checkFiles, checkImports } from '../sdk/package/check-package';
import { attw, publint } from '../sdk/package/linters';
import { packDirectory, type Tarball } from '../sdk/package/pack';
import { runBuilder } from './builder';
import { ReleaseError } from './release-error';

/** Builds the package of a tree into its `dist/libs/sdk`, with its own tools. */
export async function buildPackage(tree: string): Promise<string> {
  await runBuilder(tree);
  return join(tree, 'dist/libs/sdk');
}

/**
 * Writes what would be published, once it has been read as npm, resolvers and compilers do.
 *
 * @param tree - whose package it is; @param root - whose checks are made; @param target - the directory; made.
 * @throws {ReleaseError} with what is wrong.
 */
export async function writeTarball(tree: string, root: string, target: string): Promise<Tarball> {
  try {
    const built = await buildPackage(tree);
    await mkdir(target, { recursive: true });
    const tarball = await packDirectory(built, target);
    await Promise.all([checkFiles(built), checkImports(built), publint(root, tarball.file), attw(root, tarball.file)]);
    return tarball;
  } catch (error) {
    if (error instanceof CheckFailure) throw new ReleaseError(`The package cannot be published:\n${error.message}`);
    throw error;
  }
}
