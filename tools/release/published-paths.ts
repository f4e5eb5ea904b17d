/**
 * What the package is made of, as git's patterns from the root: a commit counts for a release when it changes any of it.
 *
 * Narrower than Nx's graph of projects, in which the package depends on every library that one of its libraries
 * depends on, and on the tests of each: there, mending how lists are read would release a client that does not read lists.
 * A test bundles the package and holds this against what went in.
 */
export const PUBLISHED_PATHS = [
  'libs/sdk',
  'libs/contracts/src',
  'libs/pagination/src',
  'libs/scoring/src',
  'libs/webhooks/src',
  'libs/eligibility/src/amount',
  'libs/eligibility/src/tree',
  'libs/eligibility/src/wallet',
  ':(exclude,glob)**/*.spec.ts',
  ':(exclude,glob)**/testing/**',
  ':(exclude)libs/sdk/build',
  ':(exclude)libs/sdk/examples',
  ':(exclude)libs/sdk/test',
] as const;
