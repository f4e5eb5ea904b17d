import { EXPLAINS, NOT_OURS, WORDS } from './tools/words/discouraged.mjs';

/** Reports discouraged words, not spelling: `npm run words` (docs/decisions/0005). */
export default {
  version: '0.2',
  language: 'en',
  unknownWords: 'report-flagged',
  flagWords: Object.entries(WORDS).map(([word, better]) => `${word}->${better}`),
  ignorePaths: [...NOT_OURS, ...EXPLAINS],
  // Names that stay: `Promise.allSettled` with its result type, `ECONNREFUSED` with the message that Node prints for it,
  // the table `drop_dues`; `anyBody`, a body of any kind. Of the command line: an option value, and codes of `--json`.
  ignoreRegExpList: [
    '/\\ballSettled\\b/g',
    '/\\bPromiseSettledResult\\b/g',
    '/\\banyBody\\b/g',
    '/\\bECONNREFUSED\\b/g',
    '/\\bdrop_dues\\b/g',
    "/'refuse'/g",
    '/\\b(database|readings)_refused\\b/g',
    '/\\bconnections? (is |are |was )?refused\\b/gi',
  ],
  maxNumberOfProblems: 10_000,
  enableGlobDot: true,
};
