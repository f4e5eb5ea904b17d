import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN, type Drop, type Page } from '@droptrack/contracts';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { checkQuery } from '../../platform/input/check-query';
import {
  bodyOf,
  EXAMPLE_PAGE,
  EXAMPLE_PAGE_QUERY,
  EXAMPLE_VIEWER,
  exampleCatalogue,
} from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DropsController } from './drops.controller';
import { DropsService } from './drops.service';
import { ListDropsDto } from './drops.dto';
import { asOfOutOfRange } from './past-instant';

const service = new DropsService(exampleCatalogue());
const pageOf = (query: string): Page<Drop> => bodyOf(service.list(EXAMPLE_VIEWER, checkQuery(query, ListDropsDto)));

const list: RouteDocs = {
  operationId: 'listDrops',
  summary: 'List drops',
  description:
    'Returns drops, filtered and sorted. By default, the highest hype score comes first; `sort=snapshot` returns the ' +
    'earliest snapshot first, `sort=launch` the latest launch, `sort=name` names from A to Z. Drops without a value come last: `hype_score` is null while no source has a reading. ' +
    'Lists omit archived drops.\n\n' +
    'To poll for changes, store the `as_of` of the first page and send it as `updated_since` in the next poll. The ' +
    'instant is inclusive: no change is missed, but a drop can be returned twice.\n\n' +
    'With `include=hype`, each drop has its scores of the last 7 days as `hype_scores_7d`, for a small plot, in place of one request ' +
    'per drop. The response then has no `X-Data-Sequence`, as scores are not part of the log.',
  invalidQuery: 'limit=0',
  cursor: new URL(EXAMPLE_PAGE.nextPath, 'http://localhost').searchParams.get('cursor') ?? '',
  response: {
    kind: 'data',
    isOfView: true,
    type: 'DropPage',
    description: 'A page of drops.',
    examples: {
      firstPage: { summary: `First of two pages: ${EXAMPLE_PAGE_QUERY}`, body: pageOf(EXAMPLE_PAGE_QUERY) },
      lastPage: {
        summary: 'Last page: the same query with the cursor',
        body: pageOf(EXAMPLE_PAGE.nextPath.split('?')[1] ?? ''),
      },
      empty: { summary: 'Empty list: chain=nowhere', body: pageOf('chain=nowhere') },
    },
  },
};

const get: RouteDocs = {
  operationId: 'getDrop',
  summary: 'Retrieve a drop',
  description:
    'Returns the drop with this id. Unknown values are `null`, never omitted and never 0. An archived drop returns 410; ' +
    'its id is never reused.\n\n' +
    'With `as_of`, returns the drop as of that instant; this response never changes. A drop that did not exist at that ' +
    'instant returns 404, one that was already archived returns 410.',
  path: {
    id: {
      description: 'Slug of the drop. A value that is not a slug returns 404.',
      schema: { type: 'string', pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX },
      example: 'linea',
    },
  },
  invalidQuery: 'as_of=yesterday',
  response: {
    kind: 'data',
    isOfView: true,
    type: 'Drop',
    description: 'The drop.',
    examples: {
      known: { summary: 'Drop with all values known', body: bodyOf(service.get(EXAMPLE_VIEWER, 'linea')) },
      unknowns: { summary: 'Drop with unknown values', body: bodyOf(service.get(EXAMPLE_VIEWER, 'base')) },
    },
  },
  problems: [
    { error: asOfOutOfRange('must not be in the future'), instance: '/v1/drops/linea' },
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season' },
  ],
};

export const dropsDocs = documents(DropsController, 'Drops', { list, get });
