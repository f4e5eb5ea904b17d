/** What may be published, and whether a package is broken without it. */
const PUBLISHED: Readonly<Record<string, 'always' | 'when there'>> = {
  'package.json': 'always',
  'README.md': 'always',
  LICENSE: 'always',
  'index.js': 'always',
  'index.mjs': 'always',
  'index.d.ts': 'always',
  'index.d.mts': 'always',
  'api.md': 'when there',
  'CHANGELOG.md': 'when there',
  'NOTICES.md': 'when there',
};

/** A path of the machine that built it; a scheme or a comment begins otherwise. */
const MACHINE_PATH = /(?:^|["'`\s(=])(?:\/(?:home|root|tmp|work|Users|builds?|runner|private)\/|[A-Z]:\\\\?)[\w.-]+/;

/** Other libraries of ours are in no registry: whoever installed the package could not resolve them. */
const INNER = /(?:from|import|require\()\s*\(?["']@droptrack\/(?!sdk["'])/;

/**
 * What is in the package that should not be, and the other way round. The code is published as it reads, without source
 * maps: they were two thirds of the tarball.
 *
 * @param files - text of each, by its path without `./`.
 */
export function fileFaults(files: ReadonlyMap<string, string>): string[] {
  const missing = Object.keys(PUBLISHED).filter((file) => PUBLISHED[file] === 'always' && !files.has(file));
  const faults = [...files].flatMap(([file, text]) => [
    ...(Object.hasOwn(PUBLISHED, file) ? [] : [`${file} has no place in the package`]),
    ...(text.trim() === '' ? [`${file} is empty`] : []),
    ...(file.endsWith('.md') || !MACHINE_PATH.test(text)
      ? []
      : [`${file} names a path: ${MACHINE_PATH.exec(text)?.[0]}`]),
    ...(INNER.test(text) && !file.endsWith('.md') ? [`${file} needs a library that is in no registry`] : []),
    ...(/^\/\/[#@] sourceMappingURL=/m.test(text) ? [`${file} names a source map, which is not published`] : []),
  ]);
  return [...missing.map((file) => `${file} is missing`), ...faults];
}
