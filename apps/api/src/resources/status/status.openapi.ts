import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { StatusController } from './status.controller';

const get: RouteDocs = {
  operationId: 'getStatus',
  summary: 'Retrieve the status of the service',
  description:
    'Returns how fresh the data is, and how the sources are that it comes from. `sources` are those of the readings that ' +
    'hype and prices are computed from; `finders` look for drops that the catalogue does not have.\n\n' +
    'Workers report on sources and finders several times a minute, and the reports are read every 10 seconds at most. ' +
    'After five minutes without a report, and before the first success, a status is `unknown`. While the database is ' +
    'unavailable, `data` is returned from memory, and `sources`, `finders` and `checked_at` are null; after a minute, the ' +
    'response is 503, as for all data.\n\n' +
    'A plan with delayed data receives the reports with the delay too: those that were read up to `as_of`. Within the delay ' +
    'after the start of an instance there are none, and the three members are null.',
  response: {
    kind: 'data',
    type: 'ServiceStatus',
    description: 'The status of the service.',
    examples: {
      reported: {
        summary: 'One source that works, and one that is off',
        body: {
          data: { as_of: EXAMPLE_AS_OF, delay_seconds: 0, sequence: 48_213 },
          sources: [
            {
              id: 'defillama',
              status: 'ok',
              last_success_at: '2026-08-22T09:59:41.120Z',
              last_failure_at: '2026-08-20T03:12:08.000Z',
              polls: 81,
              polls_due: 2,
              polls_failing: 1,
            },
            {
              id: 'farcaster',
              status: 'off',
              last_success_at: null,
              last_failure_at: null,
              polls: 40,
              polls_due: 40,
              polls_failing: 0,
            },
          ],
          finders: [
            {
              id: 'evm-campaigns/ethereum',
              source: 'evm-campaigns',
              status: 'ok',
              last_success_at: '2026-08-22T09:58:00.000Z',
              last_failure_at: null,
            },
          ],
          checked_at: '2026-08-22T09:59:55.000Z',
          version: '0.1.0',
          as_of: EXAMPLE_AS_OF,
        },
      },
    },
  },
};

export const statusDocs = documents(StatusController, 'Service', { get });
