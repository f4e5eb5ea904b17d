import { publishedCode } from './published-code';
import { publishedTypes } from './published-types';

/** What the package is made of: a commit that changes any of it counts for a release. */
export interface Published {
  /** Files of ours, from the root. */
  readonly files: readonly string[];
  /** Packages of others, whose versions count: where they are installed, as the lock file has it. */
  readonly packages: readonly string[];
}

/** What is copied into the package, and what says how it is built. */
const BESIDE_THE_SOURCES = [
  'LICENSE',
  'libs/sdk/CHANGELOG.md',
  'libs/sdk/NOTICES.md',
  'libs/sdk/README.md',
  'libs/sdk/api.md',
  'libs/sdk/build/mark-pure.ts',
  'libs/sdk/package.json',
  'libs/sdk/tsconfig.json',
  'libs/sdk/tsup.config.ts',
];

/** What writes the code and the types. */
const BUILDERS = ['node_modules/esbuild', 'node_modules/tsup', 'node_modules/typescript'];

/**
 * Asks the bundler and the compiler what goes into the package. A list would be forgotten; Nx's graph of projects is
 * wider: there, mending how lists are read would release a client that does not read lists.
 *
 * @param root - of the repository.
 */
export async function readPublished(root: string): Promise<Published> {
  const code = await publishedCode(root);
  return {
    files: [...new Set([...code.files, ...publishedTypes(root), ...BESIDE_THE_SOURCES])].sort(),
    packages: [...code.packages, ...BUILDERS],
  };
}
