import { DEFAULT_HYPE_WINDOW } from '@droptrack/contracts';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { HypeController } from './hype.controller';
import { DROP_PATH, exampleSeries } from './hype.example';

const get: RouteDocs = {
  operationId: 'getHype',
  summary: 'Get the hype series of a drop',
  description:
    'How the hype score came about over time, signal by signal. A point is computed for each full UTC hour from what was ' +
    'known at that hour, and never changed. `24h` has 24 buckets of one hour, `7d` 28 of six hours, `30d` 30 of one day; ' +
    'a bucket is named by its end and shows the last point in it. A bucket without a point has `score`, `confidence` and ' +
    '`prior` null and no signals: nothing is drawn through a gap.\n\n' +
    'Everything adds up, and anybody can check it: of each signal `contribution` is 100 · `weight` · `freshness` · ' +
    '`normalized`, `confidence` is the sum of `weight` · `freshness`, `prior` is (1 − `confidence`) · 25, and all ' +
    'contributions with the prior, rounded, are the `score`. `verifySeries` of the SDK does this.\n\n' +
    'The members of the top are those of now. A point that was made by other rules than `ruleset` names its own. `delta_7d` is null where the history is shorter than 7 days.',
  path: { id: DROP_PATH },
  query: {
    contract: 'HypeQuery',
    invalid: 'window=1y',
    parameters: { window: { example: '24h', default: DEFAULT_HYPE_WINDOW } },
  },
  answer: {
    kind: 'data',
    type: 'HypeSeries',
    description: 'The series.',
    examples: {
      followed: { summary: 'A drop that has been followed for three hours: window=24h', body: exampleSeries() },
    },
  },
  problems: [
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/hype' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/hype' },
  ],
};

export const hypeDocs = documents(HypeController, 'Drops', { get });
