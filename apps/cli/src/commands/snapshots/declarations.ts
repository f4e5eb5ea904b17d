import { interruptible } from '../../session/session';
import { API_OPTIONS, type CommandDeclaration, type GroupDeclaration, onApi } from '../declare';
import type { SnapshotKind } from './file/columns';

/** Kinds of bulk snapshots. */
const KINDS = ['drops', 'hype', 'allocations'] as const satisfies readonly SnapshotKind[];

const pull: CommandDeclaration = {
  name: 'pull',
  summary: 'download a snapshot to a file',
  description:
    'Downloads a snapshot from the API, verifies that it is complete, and replaces the file. An aborted transfer is ' +
    'resumed from <file>.part. Needs an API key of plan scale, from DROPTRACK_API_KEY or --key-file.',
  arguments: {
    what: ['<what>', 'kind of snapshot', { choices: KINDS }],
    dropId: ['[drop]', 'id of the drop; required for hype and allocations'],
  },
  options: {
    '--out <file>': ['file to write', { isRequired: true }],
    '--csv': ['write CSV instead of NDJSON', { conflicts: 'parquet' }],
    '--parquet': 'write Parquet, for DuckDB, pandas and the like, instead of NDJSON',
    '--list <name>': 'allocations only: a named list, such as season-2, instead of the unnamed one',
    '--as-of <instant>': 'drops only: the catalogue as of an instant, such as 2026-08-22T10:00:00Z',
    '--from <instant>': 'hype only: first hour',
    '--to <instant>': 'hype only: last hour',
    ...API_OPTIONS,
  },
  examples: [
    'droptrack snapshots pull drops --out drops.csv --csv',
    'droptrack snapshots pull drops --as-of 2026-08-22T00:00:00Z --out drops.ndjson',
    'droptrack snapshots pull hype linea --from 2026-08-01T00:00:00Z --out linea-hype.ndjson',
    'droptrack snapshots pull allocations linea --list season-2 --out linea-season-2.ndjson',
    'droptrack snapshots pull allocations linea --out linea.parquet --parquet',
    'droptrack snapshots pull allocations linea --out linea.ndjson --url https://api.example.com --key-file key.txt',
  ],
  load: async () => onApi(interruptible((await import('./pull')).pullSnapshot)),
};

export const snapshots: GroupDeclaration = {
  name: 'snapshots',
  summary: 'download bulk snapshots from the API',
  description: 'Download the whole catalogue, a whole hype history or a whole list (docs/bulk-snapshots.md).',
  examples: ['droptrack snapshots pull drops --out drops.ndjson'],
  commands: [pull],
};
