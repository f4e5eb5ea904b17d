/** The published package.json; any member may be missing from a broken one. */
export interface Manifest {
  readonly [member: string]: unknown;
}

/** Members that would install code which is not in the tarball. */
const DEPENDENCIES = [
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'bundleDependencies',
  'bundledDependencies',
];

/**
 * Violations in a published package.json of this project's own rules, which general linters do not know.
 *
 * @param files - paths in the tarball, without `./`.
 */
export function manifestViolations(manifest: Manifest, files: readonly string[]): string[] {
  const { private: isPrivate, sideEffects, engines, scripts, types, version, license } = manifest;
  const foreign = DEPENDENCIES.filter((member) => Object.keys(Object(manifest[member])).length > 0);
  return [
    ...foreign.map((member) => `${member} must be empty`),
    ...(isPrivate === undefined ? [] : ['private is set: npm would not publish the package']),
    ...(sideEffects === false ? [] : ['sideEffects must be false, or bundlers keep unused code']),
    ...(typeof Object(engines).node === 'string' ? [] : ['engines.node is missing']),
    ...(scripts === undefined ? [] : ['scripts would run on the machines of users']),
    ...(typeof version === 'string' && license === 'MIT' ? [] : ['version or license is missing']),
    ...['main', 'module', 'types'].flatMap((member) => missingFile(member, manifest[member], files)),
    ...(types === undefined ? ['types is missing: TypeScript before 4.7 reads no other member'] : []),
    ...exportsViolations(manifest['exports'], files),
  ];
}

function missingFile(member: string, path: unknown, files: readonly string[]): string[] {
  if (path === undefined) return [];
  const isPresent = typeof path === 'string' && files.includes(path.replace(/^\.\//, ''));
  return isPresent ? [] : [`${member} is ${String(path)}, which is not in the package`];
}

/** A tree of export conditions whose leaves are files. */
type Conditions = string | { readonly [condition: string]: Conditions };

/** The first matching condition wins, so `types` must come first and `default` last. */
function exportsViolations(exports: unknown, files: readonly string[]): string[] {
  const entries = Object(exports) as Record<string, Conditions>;
  const code = Object.entries(entries).filter(([path]) => path !== './package.json');
  if (entries['.'] === undefined) return ['exports["."] is missing'];
  return code.flatMap(([, entry]) => entryViolations(entry, files));
}

function entryViolations(root: Conditions, files: readonly string[]): string[] {
  const branches = ['import', 'require'].flatMap((condition) => {
    const branch = typeof root === 'string' ? undefined : root[condition];
    if (branch === undefined) return [`exports: nothing for ${condition}`];
    const names = typeof branch === 'string' ? [] : Object.keys(branch);
    return [
      ...(names[0] === 'types' ? [] : [`exports.${condition}: types must come first`]),
      ...(names.at(-1) === 'default' ? [] : [`exports.${condition}: default must come last`]),
    ];
  });
  const absent = leaves(root).filter((file) => !file.startsWith('./') || !files.includes(file.slice(2)));
  return [...branches, ...absent.map((file) => `exports names ${file}, which is not in the package`)];
}

const leaves = (branch: Conditions): string[] =>
  typeof branch === 'string' ? [branch] : Object.values(branch).flatMap(leaves);
