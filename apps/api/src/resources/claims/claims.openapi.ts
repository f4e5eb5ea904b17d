import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { DROP_PATH } from '../hype/hype.example';
import { ClaimsController } from './claims.controller';
import { exampleClaims } from './claims.example';

const firstPage = exampleClaims(2);

const get: RouteDocs = {
  operationId: 'getDropClaims',
  summary: "Retrieve a drop's claims",
  description:
    'Returns how many wallets and tokens were claimed from the distributors of a drop, and the curve of the claims by day ' +
    'or hour (`interval`), a page of buckets at a time. The figures come from the events of the contracts, which a worker ' +
    'follows 64 blocks behind the chain; `distributors` says up to which block. They are not delayed by the plan.\n\n' +
    'Amounts are sums of what each claim paid. Withdrawals by the owner of a contract are no claims. `wallets.share` and ' +
    '`tokens.share` compare with the lists that the distributors pay, once they are loaded as a whole. A drop without a ' +
    'followed distributor has an empty `distributors` and no buckets: nothing is known about its claims.',
  path: { id: DROP_PATH },
  invalidQuery: 'interval=1w',
  cursor: firstPage.next_cursor ?? 'eyJleGFtcGxlIjoxfQ',
  response: {
    kind: 'data',
    type: 'DropClaims',
    description: 'The claims of the drop.',
    examples: {
      followed: { summary: 'Drop whose distributor is followed', body: exampleClaims() },
      page: { summary: 'First page of its curve: limit=2', body: firstPage },
    },
  },
  problems: [
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/claims' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/claims' },
  ],
};

export const claimsDocs = documents(ClaimsController, 'Drops', { get });
