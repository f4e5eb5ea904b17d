/** Files that may be published; a package without a required one is broken. */
const PUBLISHED: Readonly<Record<string, 'required' | 'optional'>> = {
  'package.json': 'required',
  'README.md': 'required',
  LICENSE: 'required',
  'index.js': 'required',
  'index.mjs': 'required',
  'index.d.ts': 'required',
  'index.d.mts': 'required',
  'claims.js': 'required',
  'claims.mjs': 'required',
  'claims.d.ts': 'required',
  'claims.d.mts': 'required',
  'starknet.js': 'required',
  'starknet.mjs': 'required',
  'starknet.d.ts': 'required',
  'starknet.d.mts': 'required',
  'testing.js': 'required',
  'testing.mjs': 'required',
  'testing.d.ts': 'required',
  'testing.d.mts': 'required',
  'api.md': 'optional',
  'CHANGELOG.md': 'optional',
};

/** Part of the ES modules, or of the types: code that several of them share, or that is loaded on demand. */
const CHUNK = /^[a-z\d-]+-[\w-]{8}\.(?:mjs|d\.ts|d\.mts)$/;

/** A path of the build machine, as opposed to a URL or a comment. */
const MACHINE_PATH = /(?:^|["'`\s(=])(?:\/(?:home|root|tmp|work|Users|builds?|runner|private)\/|[A-Z]:\\\\?)[\w.-]+/;

/** An import of another library of this repository, none of which is published. */
const UNPUBLISHED = /(?:from|import|require\()\s*\(?["']@droptrack\/(?!sdk["'/])/;

/**
 * Missing and unwanted content of the published files. Source maps are unwanted: the code is published unminified, and
 * they would be two thirds of the tarball.
 *
 * @param files - text of each file, by its path without `./`.
 */
export function fileViolations(files: ReadonlyMap<string, string>): string[] {
  const missing = Object.keys(PUBLISHED).filter((file) => PUBLISHED[file] === 'required' && !files.has(file));
  const violations = [...files].flatMap(([file, text]) => {
    const isDocument = file.endsWith('.md');
    const path = isDocument ? undefined : MACHINE_PATH.exec(text)?.[0];
    return [
      ...(Object.hasOwn(PUBLISHED, file) || CHUNK.test(file) ? [] : [`${file} has no place in the package`]),
      ...(text.trim() === '' ? [`${file} is empty`] : []),
      ...(path === undefined ? [] : [`${file} names a path: ${path}`]),
      ...(UNPUBLISHED.test(text) && !isDocument ? [`${file} needs a library that is in no registry`] : []),
      ...(/^\/\/[#@] sourceMappingURL=/m.test(text) ? [`${file} names a source map, which is not published`] : []),
    ];
  });
  return [...missing.map((file) => `${file} is missing`), ...violations];
}
