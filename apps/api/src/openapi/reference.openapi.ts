import { DomainError } from '../platform/errors/domain-error';
import { documents, type RouteDocs } from './document/route-docs';
import { ReferenceController } from './reference.controller';

const document: RouteDocs = {
  operationId: 'getOpenApiDocument',
  summary: 'Retrieve the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of this deployment.',
  response: {
    kind: 'file',
    description: 'The OpenAPI document.',
    content: {
      'application/json': { type: 'object', description: 'OpenAPI 3.1 document.' },
    },
  },
};

const root: RouteDocs = {
  operationId: 'redirectToReference',
  summary: 'Redirect to the API reference',
  description: 'Redirects the root path to the API reference.',
  response: { kind: 'redirect', description: 'Redirect to `/docs`.' },
};

const page: RouteDocs = {
  operationId: 'getReferencePage',
  summary: 'Show the API reference',
  description: 'Returns an HTML page that lists all operations, each with a link to its description.',
  response: { kind: 'file', description: 'The HTML page.', content: { 'text/html': { type: 'string' } } },
};

const asset: RouteDocs = {
  operationId: 'getReferenceAsset',
  summary: 'Retrieve a part of the API reference',
  description: 'Returns the HTML page of a group of operations, the style sheet or the icon of the API reference.',
  path: {
    asset: {
      description: 'Name of a group of operations in lower case, or of a file.',
      schema: { type: 'string' },
      example: 'drops',
    },
  },
  response: {
    kind: 'file',
    description: 'The page or file.',
    content: {
      'text/html': { type: 'string' },
      'text/css': { type: 'string' },
      'image/svg+xml': { type: 'string' },
    },
  },
  problems: [
    {
      error: new DomainError('route_not_found', 'No asset has this name'),
      instance: '/docs/nope',
    },
  ],
};

export const referenceDocs = documents(ReferenceController, 'Reference', { document, root, page, asset });
