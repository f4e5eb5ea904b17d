import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { exampleDefinition } from '../explain/explain.example';
import { DROP_PATH } from '../hype/hype.example';
import { ClearSigningController } from './clear-signing.controller';
import { distributorNotFound } from './clear-signing.service';
import { clearSigningDescriptor } from './descriptor';

const CONTRACT = 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const claim = { rpc: 'linea', contract: CONTRACT, distributorStyle: 'uniswap', source: null };
const EXAMPLE = clearSigningDescriptor({ ...exampleDefinition(), claim });

const get: RouteDocs = {
  operationId: 'getClearSigningDescriptor',
  summary: "Retrieve the descriptor of a drop's claim calls",
  description:
    'Returns an ERC-7730 v2 descriptor, by which hardware wallets show a claim call as such, with its amount, its recipient and its fee, instead of ' +
    'its bytes. It is generated from the style of the distributors. Wallets accept descriptors from sources that they trust: submit it to their ' +
    'registry, or pass it to a device in development.',
  path: { id: DROP_PATH },
  response: {
    kind: 'uncached',
    type: 'ClearSigningDescriptor',
    description: 'The descriptor.',
    examples: EXAMPLE === null ? {} : { uniswap: { summary: 'Distributor of the style uniswap', body: EXAMPLE } },
  },
  problems: [
    { error: distributorNotFound('linea'), instance: '/v1/drops/linea/erc7730.json' },
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/erc7730.json' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/erc7730.json' },
  ],
};

export const clearSigningDocs = documents(ClearSigningController, 'Drops', { get });
