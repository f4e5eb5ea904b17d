import { RANGE_LISTS_MAX, RANGE_ROWS_MAX, RANGE_ROWS_MIN, RANGE_ROWS_PER_TOKEN } from '@droptrack/contracts';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { DROP_PATH } from '../hype/hype.example';
import { noList, noNamedList } from '../snapshots/list-errors';
import { AllocationRangeController } from './allocation-range.controller';
import { EXAMPLE_PREFIX, exampleRange } from './allocation-range.example';
import { invalidPrefix } from './range-errors';

const pathOf = (drop: string): string => `/v1/drops/${drop}/allocations/range/${EXAMPLE_PREFIX}`;
const rejected = (error: ProblemOccasion['error'], drop = 'linea'): ProblemOccasion => ({
  error,
  instance: pathOf(drop),
});

const number = (value: number): string => String(value).replace(/(?=(?:\d{3})+$)(?!^)/g, ' ');

const get: RouteDocs = {
  operationId: 'getAllocationRange',
  summary: 'Check a wallet without sending it',
  description:
    "Returns all rows of a drop's active allocation lists whose wallets begin with a prefix, for a private check: the " +
    'client sends only the prefix of its wallet, selects its own row, and verifies the proof. The method ' +
    '`eligibility.checkPrivately` of the SDK does all of this. A wallet without a row is not eligible by these lists.\n\n' +
    'The prefix of an EVM address is its first 3 to 5 hex digits without `0x`, in any case. The prefix of a Solana address ' +
    'is its first 2 or 3 base58 characters; addresses that begin with `K` to `z` are rare and use 1 or 2. For Starknet it is ' +
    'the first 4 to 6 of 64 hex digits, with leading zeros. For Cosmos it ends 2 to 4 characters after the separator: ' +
    '`cosmos1qyp`. For Sui, Aptos and Movement it is the first 3 to 5 of 64 hex digits, for TON the workchain, the colon and 3 to 5 ' +
    'digits of the raw form, for Bitcoin `bc1q` or `bc1p` and 2 to 4 characters, or usually the first 3 or 4 characters of base58. ' +
    'A shorter prefix is shared by more wallets. If the drop accepts several types of wallets, `type` is required.\n\n' +
    `\`matching\` rows begin with the prefix. If they are fewer than ${RANGE_ROWS_MIN}, neighbours follow, so that neither a ` +
    'small response nor an empty one reveals the wallet. A wallet can have several rows. A response contains at most ' +
    `${number(RANGE_ROWS_MAX.plain)} rows, or ${number(RANGE_ROWS_MAX.proofs)} with proofs, neighbours included; a ` +
    'prefix with more is rejected with `invalid_parameter` (`too_many_rows`): use a longer one. For a drop with more than ' +
    `${RANGE_LISTS_MAX} active lists, \`list\` is required.\n\n` +
    'The service, and any cache in between, learns the prefix, the drop, the time and the network address of the client, ' +
    'but neither the wallet nor the result. Exclusion lists are not part of the response: a wallet in an exclusion list and ' +
    'in no allocation list is not eligible either way.\n\n' +
    'A response changes only with the version of a list, so a conditional request is answered with 304 without a look-up. ' +
    `A response consumes one token per ${RANGE_ROWS_PER_TOKEN} rows, neighbours included, and at least one. If the bucket ` +
    'does not hold them, the request is rejected with `rate_limited` and consumes one token for its look-up. A response ' +
    'without rows (304, or an error) consumes one.',
  path: {
    id: DROP_PATH,
    prefix: {
      description: 'First characters of the wallet, without `0x`.',
      schema: { type: 'string', pattern: '^[0-9A-Za-z]{1,25}$' },
      example: EXAMPLE_PREFIX,
    },
  },
  invalidQuery: 'proofs=1',
  response: {
    kind: 'versioned',
    type: 'AllocationRange',
    description: 'Rows of the range.',
    examples: { proofs: { summary: 'One matching row and a neighbour, with proofs', body: exampleRange() } },
  },
  problems: [
    rejected(invalidPrefix('evm', 'too_short')),
    rejected(noList('linea')),
    rejected(noNamedList('linea', 'season-3', [{}, { name: 'season-2' }])),
    rejected(new DropNotFoundError('linae'), 'linae'),
    rejected(new DropArchivedError('old-season'), 'old-season'),
  ],
};

export const allocationRangeDocs = documents(AllocationRangeController, 'Eligibility', { get });
