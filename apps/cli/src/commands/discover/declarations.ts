import { CANDIDATE_STATES, FINDER_IDS } from '@droptrack/discovery';
import { type Arguments, type CommandDeclaration, type GroupDeclaration, integer, type Options } from '../declare';

const LIMIT = { min: 1, max: 1_000, default: 50 } as const;
const candidateId = { parse: integer(1, 2_147_483_647) };
const CANDIDATE: Arguments = { candidateId: ['<candidate>', 'id of the candidate', candidateId] };

/** The default is known only when the command runs. */
const BY: Options = {
  '--by <name>': 'name of the operator, stored with the decision (default: the user of the system)',
};

const reason = (fallback: string): Options => ({
  '--reason <text>': ['reason, stored with the decision', { default: fallback }],
});

const run: CommandDeclaration = {
  name: 'run',
  summary: 'run finders once, now',
  description:
    'Runs finders once, one after the other, with the settings of the worker, and records what they see. Without ' +
    'names, all that are on. The worker runs them by itself; a finder that another process runs at this moment is ' +
    'skipped. One whose process was killed is free within 20 s, for which this command waits.',
  arguments: { names: ['[finder...]'] },
  examples: ['droptrack discover run', 'droptrack discover run polymarket evm-campaigns/linea --json'],
  load: async () => (await import('./run')).runNow,
};

const list: CommandDeclaration = {
  name: 'list',
  summary: 'show candidates, those that need a review first',
  description:
    'Shows candidates: new ones before watched ones, then by their next date. Doubtful ones (imitations, spam, gone ' +
    'from their sources) come last. Without options, candidates that wait for a decision.',
  options: {
    '--state <state...>': [
      'candidates in these states',
      { choices: CANDIDATE_STATES, default: ['new', 'watched'], shownDefault: 'new watched' },
    ],
    '--source <finder>': ['candidates that this source has seen', { choices: FINDER_IDS }],
    '--limit <n>': [
      `maximum number of candidates, ${LIMIT.min} to ${LIMIT.max}`,
      { parse: integer(LIMIT.min, LIMIT.max), default: LIMIT.default },
    ],
  },
  examples: [
    'droptrack discover list',
    'droptrack discover list --state rejected merged --limit 100',
    'droptrack discover list --source evm-campaigns --json',
  ],
  load: async () => (await import('./review')).listCandidates,
};

const show: CommandDeclaration = {
  name: 'show',
  summary: 'show a candidate with all its facts',
  description:
    'Shows a candidate: each fact with its source and day, its sightings, the check of its list, similar candidates ' +
    'and drops, signs of imitation and spam, and the conditions that it lacks for automatic acceptance.',
  arguments: CANDIDATE,
  examples: ['droptrack discover show 12', 'droptrack discover show 12 --json'],
  load: async () => (await import('./show')).show,
};

const accept: CommandDeclaration = {
  name: 'accept',
  summary: 'accept a candidate as a drop',
  description:
    'Accepts a candidate: --out writes its catalogue file, with a source for each fact, for a review of the ' +
    'difference; --origin publishes it at once. With --auto, all candidates whose list has the root of their ' +
    'contract and that fulfil the other conditions of docs/discovery.md.',
  arguments: { candidateId: ['[candidate]', 'id of the candidate', candidateId] },
  options: {
    '--id <slug>': 'id of the drop (default: from its name)',
    '--out <dir>': 'write the catalogue file to this folder',
    '--origin <name>': 'publish without a file, in this set of drops, such as discovered',
    '--auto': 'accept every candidate that fulfils the rule of automatic acceptance (--origin discovered)',
    '--force': 'replace a file that exists',
    ...reason('reviewed'),
    ...BY,
    '--dry-run': 'show the definition, or the missing conditions, without changing anything',
    '--yes': 'skip the confirmation',
  },
  examples: [
    'droptrack discover accept 12 --out prisma/catalogue --dry-run',
    'droptrack discover accept 12 --out prisma/catalogue --id linea-season-2',
    'droptrack discover accept 12 --origin discovered --yes --json',
    'droptrack discover accept --auto --dry-run',
  ],
  load: async () => (await import('./accept')).acceptCandidates,
};

const reject: CommandDeclaration = {
  name: 'reject',
  summary: 'reject a candidate',
  description:
    'Rejects a candidate, which then leaves the review. Its sightings are kept, so it does not return as a new one.',
  arguments: CANDIDATE,
  options: { '--reason <text>': ['reason, stored with the decision', { isRequired: true }], ...BY },
  examples: [
    'droptrack discover reject 12 --reason "imitates Uniswap"',
    'droptrack discover reject 12 --reason "test campaign" --by ana --json',
  ],
  load: async () => (await import('./review')).rejectCandidate,
};

const watch: CommandDeclaration = {
  name: 'watch',
  summary: 'keep a candidate that may become a drop later',
  description: 'Marks a candidate as watched, or takes back a rejection. New sightings join it.',
  arguments: CANDIDATE,
  options: { ...reason('may become a drop'), ...BY },
  examples: ['droptrack discover watch 12', 'droptrack discover watch 12 --reason "launch expected in March" --json'],
  load: async () => (await import('./review')).watchCandidate,
};

const merge: CommandDeclaration = {
  name: 'merge',
  summary: 'merge a candidate into another one',
  description:
    'Moves the sightings of a candidate to another one, because both are the same drop. Campaigns of two contracts ' +
    'are two drops and are never merged.',
  arguments: {
    ...CANDIDATE,
    intoId: ['<into>', 'id of the candidate that receives the sightings', candidateId],
  },
  options: { ...reason('same drop'), ...BY },
  examples: ['droptrack discover merge 12 5', 'droptrack discover merge 12 5 --reason "announced by its blog" --json'],
  load: async () => (await import('./review')).mergeCandidates,
};

export const discover: GroupDeclaration = {
  name: 'discover',
  summary: 'review the drops that finders see',
  description:
    'Reviews candidates: drops that finders saw at their sources. Nothing of a candidate is published before it is ' +
    'accepted (docs/discovery.md).',
  examples: ['droptrack discover list', 'droptrack discover show 12'],
  commands: [run, list, show, accept, reject, watch, merge],
};
