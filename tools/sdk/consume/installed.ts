import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun } from '../board/command';

/**
 * Makes an empty project and installs a tarball in it, as a stranger does. No registry is asked: the package has no
 * dependencies.
 *
 * @param directory - of the project; made when it is not there.
 */
export async function installTarball(tarball: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await mustRun('npm', ['init', '--yes'], { cwd: directory });
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
  await mustRun('npm', args, { cwd: directory });
}

/** Gives a project the types of Node, as `npm install -D @types/node` would. */
export async function addNodeTypes(root: string, directory: string): Promise<void> {
  await mkdir(join(directory, 'node_modules/@types'), { recursive: true });
  await symlink(join(root, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'), 'dir');
}

/** Copies a consumer below the project that has the package, where it finds it. */
export async function copyConsumer(root: string, project: string, name: string, as = name): Promise<string> {
  const target = join(project, as);
  await cp(join(root, 'tools/sdk/consumers', name), target, { recursive: true });
  return target;
}
