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
  description: 'Returns an HTML page that renders the OpenAPI document.',
  response: { kind: 'file', description: 'The HTML page.', content: { 'text/html': { type: 'string' } } },
};

const asset: RouteDocs = {
  operationId: 'getReferenceAsset',
  summary: 'Retrieve an asset of the API reference',
  description: 'Returns the style sheet, a script or the icon of the API reference.',
  path: {
    asset: { description: 'File name of the asset.', schema: { type: 'string' }, example: 'swagger-ui.css' },
  },
  response: {
    kind: 'file',
    description: 'The asset.',
    content: {
      'text/css': { type: 'string' },
      'text/javascript': { type: 'string' },
      'image/png': { type: 'string', format: 'binary' },
    },
  },
  problems: [{ error: new DomainError('route_not_found', 'No asset has this name'), instance: '/docs/nope.css' }],
};

export const referenceDocs = documents(ReferenceController, 'Reference', { document, root, page, asset });
