import { DomainError } from '../platform/errors/domain-error';
import { documents, type RouteDocs } from './document/route-docs';
import { ReferenceController } from './reference.controller';

const document: RouteDocs = {
  operationId: 'getOpenApiDocument',
  summary: 'Get this document',
  description: 'The OpenAPI 3.1 document of this deployment.',
  answer: {
    kind: 'file',
    description: 'The document.',
    content: {
      'application/json': {
        type: 'object',
        required: ['openapi', 'info', 'paths'],
        properties: {
          openapi: { type: 'string', pattern: '^3\\.1\\.' },
          info: { type: 'object' },
          paths: { type: 'object' },
        },
      },
    },
  },
};

const root: RouteDocs = {
  operationId: 'redirectToReference',
  summary: 'Go to the reference',
  description: 'Leads whoever opens the bare address to the reference.',
  answer: { kind: 'redirect', description: 'The reference is at `/docs`.' },
};

const page: RouteDocs = {
  operationId: 'showReference',
  summary: 'Show the reference',
  description: 'A page for people that shows this document.',
  answer: { kind: 'file', description: 'The page.', content: { 'text/html': { type: 'string' } } },
};

const asset: RouteDocs = {
  operationId: 'getReferenceAsset',
  summary: 'Get a file of the reference page',
  description: 'Styles, script and icon of the page; none comes from anywhere else.',
  path: {
    asset: { description: 'Name of the file.', schema: { type: 'string' }, example: 'swagger-ui.css' },
  },
  answer: {
    kind: 'file',
    description: 'The file.',
    content: {
      'text/css': { type: 'string' },
      'text/javascript': { type: 'string' },
      'image/png': { type: 'string', format: 'binary' },
    },
  },
  problems: [{ error: new DomainError('route_not_found', 'There is no such file'), instance: '/docs/nope.css' }],
};

export const referenceDocs = documents(ReferenceController, 'Reference', { document, root, page, asset });
