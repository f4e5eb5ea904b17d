import { matchesExports } from './conditions';

/** The published package.json, as far as it is looked at; anything may be missing from a broken one. */
export interface Manifest {
  readonly [member: string]: unknown;
}

/** What would run somebody's code on install, or bring code that is not in the tarball. */
const DEPENDENCIES = [
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'bundleDependencies',
  'bundledDependencies',
];

/**
 * What is wrong with a published package.json, that no tool for any package can know.
 *
 * @param files - of the tarball, without `./`.
 */
export function manifestFaults(manifest: Manifest, files: readonly string[]): string[] {
  const { private: isPrivate, sideEffects, engines, scripts, types, version, license } = manifest;
  const foreign = DEPENDENCIES.filter((member) => Object.keys(Object(manifest[member])).length > 0);
  return [
    ...foreign.map((member) => `${member} must be empty`),
    ...(isPrivate === undefined ? [] : ['private is set: it could not be published']),
    ...(sideEffects === false ? [] : ['sideEffects must be false, or bundlers keep what is not used']),
    ...(typeof Object(engines).node === 'string' ? [] : ['engines.node is missing']),
    ...(scripts === undefined ? [] : ['scripts would run on other people’s machines']),
    ...(typeof version === 'string' && license === 'MIT' ? [] : ['version or license is missing']),
    ...['main', 'module', 'types'].flatMap((member) => missing(member, manifest[member], files)),
    ...(types === undefined ? ['types is missing: TypeScript of before 4.7 finds none'] : []),
    ...matchesExports(manifest['exports'], files),
  ];
}

function missing(member: string, path: unknown, files: readonly string[]): string[] {
  if (path === undefined) return [];
  const isThere = typeof path === 'string' && files.includes(path.replace(/^\.\//, ''));
  return isThere ? [] : [`${member} is ${String(path)}, which is not in the package`];
}
