import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { toOutOfRange } from './hype-end';
import { HypeController } from './hype.controller';
import { DROP_PATH, exampleSeries } from './hype.example';

const get: RouteDocs = {
  operationId: 'getHypeSeries',
  summary: "Retrieve a drop's hype series",
  description:
    'Returns the hype score over time with the contribution of each signal. A point is computed for each full UTC hour ' +
    'from the data known at that hour, and never changes. The window `24h` has 24 buckets of one hour, `7d` has 28 of ' +
    'six hours, and `30d` has 30 of one day. A bucket is identified by its end and contains the last point in it. In a ' +
    'bucket without a point, `score`, `confidence`, `prior` and `momentum` are null and `signals` is empty; ' +
    'values are never interpolated. In a point that rests on no reading, only `score` and `momentum` are null.\n\n' +
    'Every score can be recomputed: for each signal, `contribution` is 100 · `weight` · `freshness` · `normalized`; ' +
    '`confidence` is the sum of `weight` · `freshness`; `prior` is (1 − `confidence`) · 25; the sum of all contributions ' +
    'and the prior, rounded, is `score`. `momentum` is 100 times the mean of 2 · `momentum` − 1 over the signals that ' +
    'have one, weighted by `weight` · `freshness`, and rounded. `verifySeries` in the SDK performs this check.\n\n' +
    'With `to`, the window ends at the last bucket boundary at or before that instant, so that earlier windows can be ' +
    'read one after the other: send the `from` of a series as `to` of the one before it. An instant after `as_of` ' +
    'returns 400; a bucket before the first point is empty, as any without one.\n\n' +
    'The top-level properties `score`, `delta_7d`, `momentum`, `confidence` and `signals` describe the drop at `as_of`, ' +
    'also in a series that ends earlier. A point that was computed by a ruleset other than `ruleset` ' +
    'contains its own `ruleset`. `delta_7d` is null without a measured score 7 days before.',
  path: { id: DROP_PATH },
  invalidQuery: 'window=1y',
  response: {
    kind: 'data',
    type: 'HypeSeries',
    description: 'The hype series.',
    examples: {
      followed: { summary: 'Drop with three hours of history: window=24h', body: exampleSeries() },
    },
  },
  problems: [
    { error: toOutOfRange('must not be after as_of, 2026-08-22T10:00:00.000Z'), instance: '/v1/drops/linea/hype' },
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/hype' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/hype' },
  ],
};

export const hypeDocs = documents(HypeController, 'Drops', { get });
