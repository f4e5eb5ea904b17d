/**
 * Discouraged words with the better ones (docs/glossary.md). cspell reports them in every text file; in identifiers, too,
 * as it splits camelCase.
 */
export const WORDS = {
  told: 'notified, returned, reported, published',
  tell: 'notify, return, report, show',
  tells: 'notifies, returns, reports, shows',
  telling: 'notifying, returning, reporting',
  teller: 'publisher',
  reckon: 'compute, calculate',
  reckoned: 'computed, calculated',
  reckons: 'computes, calculates',
  reckoning: 'computing, calculation',
  anew: 'again',
  nobody: 'no client, no process, no caller',
  somebody: 'a client, a process, a caller',
  anybody: 'any client, any reader',
  everybody: 'all clients, all processes',
  whoever: 'a client that, a process that',
  whomever: 'the client that',
  shall: 'must, is',
  thereby: 'so',
  hurry: 'retry now',
  dues: 'recompute queue',
  waker: 'wake-up signal',
  settle: 'record the outcome, complete',
  settles: 'records the outcome, completes',
  settled: 'completed, recorded',
  settling: 'recording the outcome',
  settlement: 'outcome',
  refuse: 'reject',
  refuses: 'rejects',
  refused: 'rejected',
  refusing: 'rejecting',
  refusal: 'rejection',
  refusals: 'rejections',
  outlet: 'stream',
  pour: 'pipe, stream',
  poured: 'piped, streamed',
  tally: 'checksum, count',
  gathered: 'batched',
};

/** Discouraged phrases with the better ones; ESLint reports them in comments, strings, Markdown and the OpenAPI document. */
export const PHRASES = {
  'what came of': 'the outcome of',
  'what became of': 'the outcome of',
  'under way': 'in flight, in progress, running',
  'left alone': 'backed off, skipped',
  'at the most': 'at most',
  'once more': 'again',
  'stand-in': 'fake, fake server',
  'comes to the same': 'is idempotent, is equal',
  'in their turn': 'also',
  'brought up to date': 'updated, recomputed',
  'by itself alone': 'alone',
};

/** Words with which a doc comment must not open: it names the thing that it documents. */
export const OPENINGS = ['What', 'Who', 'Whom', 'Whose', 'Whether', 'Where', 'How', 'Why'];

/** Generated files, data and texts of others; and migrations, which are never edited once they have landed. */
export const NOT_OURS = [
  '**/node_modules',
  '**/dist',
  '**/coverage',
  '**/generated',
  '.nx',
  '.git',
  '.droptrack',
  'LICENSE',
  'package-lock.json',
  '**/CHANGELOG.md',
  '**/fixtures/**',
  '**/*.svg',
  '**/*.csv',
  '**/*.ndjson',
  'tools/backtest/data/**',
  'prisma/migrations/**',
];

/** Texts that name discouraged words to explain them. */
export const EXPLAINS = ['cspell.config.mjs', 'docs/glossary.md', 'tools/words/**'];
