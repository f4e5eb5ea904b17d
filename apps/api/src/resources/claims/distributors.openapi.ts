import type { DropClaimContracts } from '@droptrack/contracts';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { exampleDefinition } from '../explain/explain.example';
import { DROP_PATH } from '../hype/hype.example';
import { DistributorsController } from './distributors.controller';
import { presentDistributors } from './distributors.service';

const claim = {
  rpc: 'linea',
  contract: 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
  distributorStyle: 'linea',
  source: null,
};
const TOKEN = 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const token = { ...exampleDefinition().token, address: { value: TOKEN, source: null } };
const example: DropClaimContracts = {
  ...presentDistributors({ ...exampleDefinition(), claim, token }, [], Date.parse(EXAMPLE_AS_OF)),
  as_of: EXAMPLE_AS_OF,
};

const get: RouteDocs = {
  operationId: 'listDropDistributors',
  summary: "List a drop's distributors",
  description:
    'Returns the contracts that pay the lists of a drop, as the catalogue names them, with what a wallet needs to prepare its claim ' +
    'itself: style, token, published root, hash of the code, and claim window. A client that checks them against the pages of the ' +
    'project, and reads the rest from its own node, needs no trust in this service; it names no wallet. Empty for a drop that was discovered and not reviewed by the operator.',
  path: { id: DROP_PATH },
  response: {
    kind: 'data',
    type: 'DropClaimContracts',
    description: 'The distributors of the drop.',
    examples: { known: { summary: 'Drop with one distributor', body: example } },
  },
  problems: [
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/distributors' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/distributors' },
  ],
};

export const distributorsDocs = documents(DistributorsController, 'Drops', { get });
