/** A tree of conditions, down to the files that they lead to. */
type Conditions = string | { readonly [condition: string]: Conditions };

/**
 * What is wrong with `exports`: the first condition that matches wins, so `types` comes first and `default` last, and
 * what `require` and `import` are given must be files of the package, each with types beside it.
 *
 * @param files - of the tarball, without `./`.
 */
export function matchesExports(exports: unknown, files: readonly string[]): string[] {
  const root = (Object(exports) as Record<string, Conditions>)['.'];
  if (root === undefined) return ['exports["."] is missing'];
  const used = ['import', 'require'].flatMap((condition) => {
    const branch = typeof root === 'string' ? undefined : root[condition];
    return branch === undefined ? [`exports: nothing for ${condition}`] : branchFaults(`exports.${condition}`, branch);
  });
  const absent = leaves(root).filter((file) => !file.startsWith('./') || !files.includes(file.slice(2)));
  return [...used, ...absent.map((file) => `exports names ${file}, which is not in the package`)];
}

function branchFaults(path: string, branch: Conditions): string[] {
  const names = typeof branch === 'string' ? [] : Object.keys(branch);
  return [
    ...(names[0] === 'types' ? [] : [`${path}: types must come first`]),
    ...(names.at(-1) === 'default' ? [] : [`${path}: default must come last`]),
  ];
}

const leaves = (branch: Conditions): string[] =>
  typeof branch === 'string' ? [branch] : Object.values(branch).flatMap(leaves);
