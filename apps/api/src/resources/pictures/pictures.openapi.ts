import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { networkLimitExceeded } from '../../platform/rate-limit/network-limit';
import { documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { DROP_PATH } from '../hype/hype.example';
import { PicturesController } from './pictures.controller';

const ACCESS =
  '\n\nNeeds no API key, and shows the data of the plan `free`. A client address (IPv6: one /64) can request 60 pictures a ' +
  'minute. A deployment can turn pictures off; the route then returns 404 `route_not_found`.';

const SVG = { 'image/svg+xml': { type: 'string' } } as const;

const problemsOf = (file: string): ProblemOccasion[] => [
  { error: new DropNotFoundError('linae'), instance: `/v1/drops/linae/${file}` },
  { error: new DropArchivedError('old-season'), instance: `/v1/drops/old-season/${file}` },
  {
    error: networkLimitExceeded({ capacity: 60, refill: 60, windowSeconds: 60 }, 0),
    instance: `/v1/drops/linea/${file}`,
  },
];

const badge: RouteDocs = {
  operationId: 'getBadge',
  summary: "Retrieve a drop's badge",
  description: `Returns the name of a drop with its hype score, expected value or status as a small picture.${ACCESS}`,
  path: { id: DROP_PATH },
  invalidQuery: 'of=claim',
  response: { kind: 'file', description: 'The badge.', content: SVG },
  problems: problemsOf('badge.svg'),
};

const endpointBadge: RouteDocs = {
  operationId: 'getEndpointBadge',
  summary: "Retrieve a drop's badge as JSON",
  description: `Returns a badge in the [endpoint format of shields.io](https://shields.io/badges/endpoint-badge), for its styles and logos.${ACCESS}`,
  path: { id: DROP_PATH },
  invalidQuery: 'of=claim',
  response: {
    kind: 'file',
    description: 'The badge.',
    content: { 'application/json': { $ref: '#/components/schemas/EndpointBadge' } },
  },
  problems: problemsOf('badge.json'),
};

const hype: RouteDocs = {
  operationId: 'getHypePicture',
  summary: "Retrieve a plot of a drop's hype",
  description:
    'Returns the hype score over time as a plot, or as a line without axes if it is smaller than 240 × 100 pixels. Colours ' +
    `follow the light or dark scheme of the reader. Buckets without a score that rests on readings are gaps.${ACCESS}`,
  path: { id: DROP_PATH },
  invalidQuery: 'window=1y',
  response: { kind: 'file', description: 'The plot.', content: SVG },
  problems: problemsOf('hype.svg'),
};

export const picturesDocs = documents(PicturesController, 'Pictures', { badge, endpointBadge, hype });
