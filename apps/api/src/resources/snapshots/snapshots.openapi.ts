import { type AllocationRow, type HypeHistoryPoint, SNAPSHOT_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { asOfOutOfRange } from '../drops/past-instant';
import { DROP_PATH, exampleDrop, exampleSeries } from '../hype/hype.example';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { SnapshotsController } from './snapshots.controller';
import { noList, noNamedList, otherVersion } from './list-errors';
import { TRANSFERS_MAX } from './transfers';
import { allocationRow } from './snapshot.presenter';

/** Row of a list with a breakdown. */
export const exampleAllocation = (): AllocationRow =>
  allocationRow({
    wallet: 'd8da6bf26964af9d7eed9e03e53415d37aa96045',
    amount: '1250000000000000000000',
    index: '48213',
    breakdown: [{ reason: 'bridge_volume', amount: '1000000000000000000000' }],
  });

/** Last point of the example series. */
export function examplePoint(): HypeHistoryPoint {
  const { data, ruleset } = exampleSeries();
  const { t, score, confidence, prior, momentum, signals } = data.at(-1) ?? { t: EXAMPLE_AS_OF, signals: {} };
  return {
    t,
    recorded_at: EXAMPLE_AS_OF,
    score: score ?? null,
    confidence: confidence ?? 0,
    prior: prior ?? 0,
    momentum: momentum ?? null,
    ruleset,
    signals,
  };
}

const ROOT = '/v1/snapshots/drops';

/** Description of the format and limits of all bulk snapshots. */
const LINES =
  'The response is newline-delimited JSON (`application/x-ndjson`): one JSON object per line, streamed with ' +
  'backpressure. The last line is `{"_end":{"rows":n,"sha256":"…"}}` with the number of preceding lines and the SHA-256 ' +
  'of all preceding uncompressed bytes. **A transfer without this line, or with a different checksum, is incomplete**: ' +
  'errors after the first byte are not reported in any other way. To resume, send the sort key of the last complete ' +
  'line as `after`; rows and checksum of the end line then cover only the resumed transfer.\n\n' +
  'A transfer consumes tokens while rows are sent: ⌈rows / n⌉, at least one, where n is ' +
  `${SNAPSHOT_ROWS_PER_TOKEN.drops} drops, ${SNAPSHOT_ROWS_PER_TOKEN.hype} points or ` +
  `${SNAPSHOT_ROWS_PER_TOKEN.allocations} wallets. While the bucket is empty, the transfer waits for new tokens. ` +
  `The keys of an account can have ${TRANSFERS_MAX.perOwner} concurrent transfers (429 beyond that). An instance serves ` +
  `${TRANSFERS_MAX.total} concurrent transfers, of which ${TRANSFERS_MAX.reserved} are reserved for accounts without a ` +
  'running transfer (503 beyond that). A transfer is aborted if the client reads nothing for 60 s or less than ' +
  '1 Mbit/s, or after one hour.';

const drops: RouteDocs = {
  operationId: 'exportDrops',
  summary: 'Export all drops',
  description:
    `Exports every drop that is not archived, sorted by \`id\`. ${LINES}\n\n` +
    'Without `as_of`, the current catalogue is exported. To resume such a transfer, send the `X-Data-As-Of` of the ' +
    'interrupted response as `as_of`, so that all rows are as of the same instant.',
  invalidQuery: 'as_of=yesterday',
  response: {
    kind: 'rows',
    type: 'Drop',
    description: 'One line per drop, and the end line.',
    examples: { row: { summary: 'One line', body: exampleDrop() } },
  },
  problems: [{ error: asOfOutOfRange('must not be in the future'), instance: ROOT }],
};

const ofDrop = (path: string): ProblemOccasion[] => [
  { error: new DropNotFoundError('linae'), instance: `${ROOT}/linae/${path}` },
  { error: new DropArchivedError('old-season'), instance: `${ROOT}/old-season/${path}` },
];

const hype: RouteDocs = {
  operationId: 'exportHypeHistory',
  summary: "Export a drop's hype history",
  description:
    `Exports all retained hype points of a drop, one per full UTC hour, sorted by \`t\`. ${LINES}\n\n` +
    'An hour without a point has no line. Points never change: a later export contains identical lines.',
  path: { id: DROP_PATH },
  invalidQuery: 'from=yesterday',
  response: {
    kind: 'rows',
    type: 'HypeHistoryPoint',
    description: 'One line per point, and the end line.',
    examples: { row: { summary: 'One line', body: examplePoint() } },
  },
  problems: ofDrop('hype'),
};

const allocations: RouteDocs = {
  operationId: 'exportAllocations',
  summary: "Export a drop's allocation list",
  description:
    `Exports all wallets of an active allocation list, sorted by the bytes of the wallet. ${LINES}\n\n` +
    'A drop can have several active lists: without `list`, the unnamed one is exported. A wallet with several entries in ' +
    'the list is one line with their sum, without `index` and `breakdown`. ' +
    'EVM addresses are in lower case. `X-List-Version` is the version of the list. Send it as `version` to resume a ' +
    'transfer: if another version has become active, the response is 404 `list_not_found`.',
  path: { id: DROP_PATH },
  invalidQuery: 'version=0',
  response: {
    kind: 'rows',
    type: 'AllocationRow',
    description: 'One line per wallet, and the end line.',
    examples: {
      row: { summary: 'One line', body: exampleAllocation() },
    },
    headers: ['ListVersion'],
  },
  problems: [
    { error: noList('linea'), instance: `${ROOT}/linea/allocations` },
    { error: noNamedList('linea', 'season-3', [{}, { name: 'season-2' }]), instance: `${ROOT}/linea/allocations` },
    { error: otherVersion(2, 3), instance: `${ROOT}/linea/allocations` },
    ...ofDrop('allocations'),
  ],
};

export const snapshotsDocs = documents(SnapshotsController, 'Snapshots', { drops, hype, allocations });
