import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  type Drop,
  DROP_SORTS,
  PAGE_LIMIT,
  type Page,
} from '@droptrack/contracts';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { checkQuery } from '../../platform/input/check-query';
import {
  bodyOf,
  EXAMPLE_PAGE,
  EXAMPLE_PAGE_QUERY,
  EXAMPLE_VIEWER,
  exampleCatalogue,
} from '../../openapi/document/example-catalogue';
import { documents, type QueryDocs, type RouteDocs } from '../../openapi/document/route-docs';
import { DropsController } from './drops.controller';
import { DropsService } from './drops.service';
import { ListDropsDto } from './list-drops.dto';
import { asOfOutOfRange } from './past-instant';

const service = new DropsService(exampleCatalogue());
const pageOf = (query: string): Page<Drop> => bodyOf(service.list(EXAMPLE_VIEWER, checkQuery(query, ListDropsDto)));

const query: QueryDocs = {
  contract: 'ListDropsQuery',
  invalid: 'limit=0',
  parameters: {
    status: { example: ['upcoming', 'live'] },
    chain: { example: ['linea', 'base'] },
    sort: { example: 'ev', default: DROP_SORTS[0] },
    order: { example: 'desc' },
    q: { example: 'line' },
    updated_since: { example: '2026-08-22T00:00:00Z' },
    limit: { example: 50, default: PAGE_LIMIT.default },
    cursor: { example: new URL(EXAMPLE_PAGE.nextPath, 'http://localhost').searchParams.get('cursor') ?? '' },
  },
};

const list: RouteDocs = {
  operationId: 'listDrops',
  summary: 'List drops',
  description:
    'Drops, sorted and filtered, a page at a time. By default the highest hype score comes first; `sort=snapshot` puts ' +
    'the nearest snapshot first. Archived drops are in no list.\n\n' +
    'To follow changes, note the `as_of` of the first page each time you read the list, and send it as `updated_since` ' +
    'the next time. The instant itself is included: nothing is missed, and a drop may come twice.',
  query,
  answer: {
    kind: 'data',
    type: 'DropPage',
    description: 'A page of drops.',
    examples: {
      firstPage: { summary: `The first of two pages: ${EXAMPLE_PAGE_QUERY}`, body: pageOf(EXAMPLE_PAGE_QUERY) },
      lastPage: {
        summary: 'The page after it: the same query and the cursor',
        body: pageOf(EXAMPLE_PAGE.nextPath.split('?')[1] ?? ''),
      },
      empty: { summary: 'Nothing matches: chain=nowhere', body: pageOf('chain=nowhere') },
    },
  },
};

const get: RouteDocs = {
  operationId: 'getDrop',
  summary: 'Get a drop',
  description:
    'One drop by its id. What is not known is `null`; it is never left out and never 0. ' +
    'An archived drop answers 410: its id is never used again.\n\n' +
    'With `as_of` the drop as it stood at that instant, whatever happened since: the answer never changes. ' +
    'A drop that was not known then is 404, one that was archived by then 410.',
  path: {
    id: {
      description: 'Slug of the drop. Whatever is no slug is 404.',
      schema: { type: 'string', pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX },
      example: 'linea',
    },
  },
  query: {
    contract: 'GetDropQuery',
    invalid: 'as_of=yesterday',
    parameters: { as_of: { example: '2026-08-22T09:00:00Z' } },
  },
  answer: {
    kind: 'data',
    type: 'Drop',
    description: 'The drop.',
    examples: {
      known: { summary: 'A drop of which all is known', body: bodyOf(service.get(EXAMPLE_VIEWER, 'linea')) },
      unknowns: { summary: 'A drop of which nothing is announced', body: bodyOf(service.get(EXAMPLE_VIEWER, 'base')) },
    },
  },
  problems: [
    { error: asOfOutOfRange('must not lie in the future'), instance: '/v1/drops/linea' },
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season' },
  ],
};

export const dropsDocs = documents(DropsController, 'Drops', { list, get });
