import { UnavailableError } from '../errors/domain-error';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { HealthController } from './health.controller';

const alive: RouteDocs = {
  operationId: 'getLiveness',
  summary: 'Check liveness',
  description:
    'Returns 200 if the process is running. It checks no dependencies. Restart the process if it does not respond.',
  response: {
    kind: 'json',
    type: 'Liveness',
    description: 'The process is running.',
    examples: { alive: { summary: 'Alive', body: { status: 'ok' } } },
  },
  servedWhileStopping: true,
};

const ready: RouteDocs = {
  operationId: 'getReadiness',
  summary: 'Check readiness',
  description:
    'Returns 200 if the process can serve requests: the database responded within the last 10 seconds, the clocks of ' +
    'process and database agree, the log contains no revision from the future, a read replica is at most 10 seconds ' +
    'behind its primary, and the process is not stopping. After a start, it also accepts streams, and all processes of ' +
    'its instance have been started. ' +
    '`log_staleness_seconds` increases while another database session locks the log; the last confirmed data is served ' +
    'during that time.',
  response: {
    kind: 'json',
    type: 'Readiness',
    description: 'The process can serve requests.',
    examples: {
      ready: {
        summary: 'Ready',
        body: {
          status: 'ready',
          checks: {
            log_staleness_seconds: 0.412,
            clock_skew_seconds: 0.003,
            log_ahead_seconds: 0,
            replica_lag_seconds: null,
          },
        },
      },
    },
  },
  problems: [{ error: new UnavailableError('Not ready: the log was last confirmed 12.3 s ago'), instance: '/readyz' }],
};

export const healthDocs = documents(HealthController, 'Service', { alive, ready });
