import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../build/run.mjs';
import { deployFiles } from './deploy-files.mjs';
import { thirdPartyLicences } from './licences.mjs';
import { directoryOf, readJson } from './locked.mjs';

/** Built programs, in `dist/apps` of the repository and in `apps` of an installation. */
export const PROGRAMS = ['api', 'worker', 'explorer', 'cli'];

const SOURCE_MAP = /\.map$/;

/**
 * Copies the programs, what they read, and the traced files of their packages.
 *
 * @param {string} directory empty directory of the installation.
 * @param {string[]} traced paths from the root of the repository.
 * @param {string} commit empty if it is not known.
 */
export function copyInstallation(directory, traced, commit) {
  const copy = (from, to = from) => {
    mkdirSync(dirname(join(directory, to)), { recursive: true });
    copyFileSync(join(root, from), join(directory, to));
  };
  const copyTree = (from, to = from) =>
    cpSync(join(root, from), join(directory, to), { recursive: true, filter: (path) => !SOURCE_MAP.test(path) });

  for (const program of PROGRAMS) copyTree(`dist/apps/${program}`, `apps/${program}`);
  for (const path of ['prisma/migrations', 'prisma/catalogue']) copyTree(path);
  for (const path of ['LICENSE', '.env.example', ...deployFiles(root)]) copy(path);
  copy('tools/production/droptrack.cjs', 'bin/droptrack');
  copy('apps/cli/bin/require-node.cjs', 'bin/require-node.cjs');
  writeFileSync(join(directory, 'THIRD-PARTY-LICENSES'), thirdPartyLicences());

  const directories = new Set(traced.map(directoryOf));
  for (const file of new Set(traced.flatMap((each) => [each, ...manifestsOf(each)]))) copy(file);
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifestOf(directories, commit), null, 2)}\n`);
}

/** Manifests by which Node decides how it loads a file: that of the package, and nested ones with `type` alone. */
function manifestsOf(file) {
  const directories = [];
  for (let each = dirname(file); each.length >= directoryOf(file).length; each = dirname(each)) directories.push(each);
  return directories.map((each) => `${each}/package.json`).filter((path) => existsSync(join(root, path)));
}

/** Manifest of an installation: its version and commit, and the versions of its packages. */
function manifestOf(directories, commit) {
  const { name, version, license, engines } = readJson('package.json');
  const dependencies = [...directories]
    .filter((directory) => directory.lastIndexOf('node_modules/') === 0)
    .map((directory) => [directory.replace('node_modules/', ''), readJson(`${directory}/package.json`).version]);
  return { name, version, commit, private: true, license, engines, dependencies: Object.fromEntries(dependencies) };
}
