import type { CommandDeclaration, GroupDeclaration } from '../declare';

const importFile: CommandDeclaration = {
  name: 'import',
  summary: 'import the readings of a file',
  description:
    'Imports readings from a file (NDJSON or CSV, gzip supported; - for standard input) in one transaction: if any ' +
    'line has an error, nothing changes. Then computes the hourly points of past hours. Idempotent.',
  arguments: { file: ['<file>'] },
  options: {
    '--format <format>': ['format of the file', { choices: ['auto', 'ndjson', 'csv'], default: 'auto' }],
    '--source <name>': ['source of readings that name none, up to 64 characters', { default: 'import' }],
    '--dry-run': 'validate the file without importing it',
    '--no-backfill': 'leave the points of past hours to the worker',
  },
  examples: [
    'droptrack signals import readings.ndjson --dry-run',
    'droptrack signals import history.csv.gz --source defillama',
    'zcat *.ndjson.gz | droptrack signals import - --no-backfill --json',
  ],
  load: async () => (await import('./import')).importSignals,
};

export const signals: GroupDeclaration = {
  name: 'signals',
  summary: 'import readings of signals',
  description: 'Manage the readings of signals from which hype scores are computed (docs/signals.md).',
  examples: ['droptrack signals import readings.ndjson --dry-run'],
  commands: [importFile],
};

const explain: CommandDeclaration = {
  name: 'explain',
  summary: 'show the computation of a hype score, signal by signal',
  description:
    "Computes a drop's hype score from its current definition and the readings observed up to an instant, and shows " +
    'each step. Read-only.',
  arguments: { drop: ['<drop>'] },
  options: { '--at <instant>': 'instant of the score, such as 2026-11-21T08:00:00Z (default: now)' },
  examples: ['droptrack score explain linea', 'droptrack score explain linea --at 2026-11-21T08:00:00Z --json'],
  load: async () => (await import('./explain')).explainDropScore,
};

const replay: CommandDeclaration = {
  name: 'replay',
  summary: 'recompute hourly points and compare them with the stored ones',
  description:
    'Recomputes the hourly points of the given drops, or of all drops: each from the readings and the definition ' +
    'recorded before it, by the ruleset that it names. Lists differences and exits with code 1 if there are any. ' +
    'Read-only.',
  arguments: { drops: ['[drops...]'] },
  options: {
    '--from <instant>': 'first hour, such as 2026-11-01T00:00:00Z (default: the first stored)',
    '--to <instant>': 'last hour, such as 2026-11-21T00:00:00Z (default: the last stored)',
  },
  examples: ['droptrack score replay', 'droptrack score replay linea scroll --from 2026-11-01T00:00:00Z --json'],
  load: async () => (await import('./replay')).replayScores,
};

export const score: GroupDeclaration = {
  name: 'score',
  summary: 'explain and verify hype scores',
  description: 'Explain hype scores from the stored readings, and verify stored ones (docs/signals.md).',
  examples: ['droptrack score explain linea', 'droptrack score replay'],
  commands: [explain, replay],
};

export const calibration: CommandDeclaration = {
  name: 'calibration',
  summary: 'score past forecasts by their outcomes',
  description:
    'Compares the forecasts of expected values and probabilities in the log with the outcomes recorded later: ' +
    'coverage, pinball loss and Brier score per ruleset (docs/calibration.md). Read-only.',
  examples: ['droptrack calibration', 'droptrack calibration --json'],
  load: async () => (await import('./calibration')).calibration,
};
