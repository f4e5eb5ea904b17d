import { SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { asOfOutOfRange } from '../drops/past-instant';
import { DROP_PATH, exampleDrop } from '../hype/hype.example';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { exampleAllocation, examplePoint } from './snapshots.example';
import { SnapshotsController } from './snapshots.controller';
import { noList, otherVersion } from './snapshots.service';
import { TRANSFERS_MAX } from './transfer-slots';

const ROOT = '/v1/snapshots/drops';

/** What all of them have alike. */
const LINES =
  'One JSON object a line (`application/x-ndjson`), sent as fast as you take it. The last line is ' +
  '`{"_end":{"rows":n,"sha256":"…"}}`: how many lines came before it, and the SHA-256 of all bytes before it, ' +
  'uncompressed. **Without that line, or with another sum, the transfer was cut**: what goes wrong after the first byte ' +
  'shows in no other way. Go on with `after` set to what the last whole line is ordered by; rows and sum of the end ' +
  'line are then those of that transfer alone.\n\n' +
  'A transfer takes tokens of the key by its rows, ⌈rows / n⌉ and at least one, as they are sent: one for each ' +
  `${SNAPSHOT_ROWS_PER_TOKEN.drops} drops, ${SNAPSHOT_ROWS_PER_TOKEN.hype} points or ` +
  `${SNAPSHOT_ROWS_PER_TOKEN.allocations} wallets. Where the bucket runs short the transfer goes on as tokens come in. ` +
  `A key may have ${TRANSFERS_MAX.ofKey} at once (429); an instance sends ` +
  `${TRANSFERS_MAX.all}, the last ${TRANSFERS_MAX.reserved} of them for keys that have none (503). A reader that takes ` +
  'nothing for 60 s, or less than 1 Mbit/s, is cut, and whatever takes longer than an hour.';

const drops: RouteDocs = {
  operationId: 'snapshotDrops',
  summary: 'Get the whole catalogue at an instant',
  description:
    `Every drop that was not archived at an instant, by \`id\`. ${LINES}\n\n` +
    'Without `as_of` it is the catalogue as it is. To go on with such a transfer, send the `X-Data-As-Of` that it came ' +
    'with as `as_of`: all of it is then of one instant.',
  query: {
    contract: 'DropsSnapshotQuery',
    invalid: 'as_of=yesterday',
    parameters: { as_of: { example: '2026-08-22T09:00:00Z' }, after: { example: 'linea' } },
  },
  answer: {
    kind: 'rows',
    type: 'Drop',
    description: 'A line for each drop, and the end line.',
    examples: { row: { summary: 'One of the lines', body: exampleDrop() } },
  },
  problems: [{ error: asOfOutOfRange('must not lie in the future'), instance: ROOT }],
};

const ofDrop = (path: string): ProblemOccasion[] => [
  { error: new DropNotFoundError('linae'), instance: `${ROOT}/linae/${path}` },
  { error: new DropArchivedError('old-season'), instance: `${ROOT}/old-season/${path}` },
];

const hype: RouteDocs = {
  operationId: 'snapshotHype',
  summary: 'Get the whole hype history of a drop',
  description:
    `A line for each full UTC hour that has a point, by \`t\`, as far back as points are kept. ${LINES}\n\n` +
    'An hour without a point has no line. A point is written once: a later transfer has the same line for it.',
  path: { id: DROP_PATH },
  query: {
    contract: 'HypeSnapshotQuery',
    invalid: 'from=yesterday',
    parameters: {
      from: { example: '2026-08-01T00:00:00Z' },
      to: { example: EXAMPLE_AS_OF },
      after: { example: '2026-08-22T08:00:00.000Z' },
    },
  },
  answer: {
    kind: 'rows',
    type: 'HypeHistoryPoint',
    description: 'A line for each point, and the end line.',
    examples: { row: { summary: 'One of the lines', body: examplePoint() } },
  },
  problems: ofDrop('hype'),
};

const allocations: RouteDocs = {
  operationId: 'snapshotAllocations',
  summary: 'Get the allocation list of a drop',
  description:
    `A line for each wallet of the list in force, in the order of the wallets' bytes. ${LINES}\n\n` +
    'EVM addresses are in lower case. `X-List-Version` names the version of the list; send it as `version` to go on ' +
    'with a transfer: where another has come in force since, the answer is 404 `list_not_found`.',
  path: { id: DROP_PATH },
  query: {
    contract: 'AllocationsSnapshotQuery',
    invalid: 'version=0',
    parameters: { version: { example: 3 }, after: { example: exampleAllocation().wallet } },
  },
  answer: {
    kind: 'rows',
    type: 'AllocationRow',
    description: 'A line for each wallet, and the end line.',
    examples: {
      row: { summary: 'One of the lines', body: exampleAllocation() },
    },
    headers: ['ListVersion'],
  },
  problems: [
    { error: noList('linea'), instance: `${ROOT}/linea/allocations` },
    { error: otherVersion(2, 3), instance: `${ROOT}/linea/allocations` },
    ...ofDrop('allocations'),
  ],
};

export const snapshotsDocs = documents(SnapshotsController, 'Snapshots', { drops, hype, allocations });
