import { UnavailableError } from '../errors/domain-error';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { HealthController } from './health.controller';

const alive: RouteDocs = {
  operationId: 'getLiveness',
  summary: 'Ask whether the process is alive',
  description: 'Looks at nothing else: a process that answers at all is alive. Restart it when it does not.',
  answer: {
    kind: 'json',
    type: 'Liveness',
    description: 'The process is alive.',
    examples: { alive: { summary: 'Alive', body: { status: 'ok' } } },
  },
  answersWhileStopping: true,
};

const ready: RouteDocs = {
  operationId: 'getReadiness',
  summary: 'Ask whether the process should be given requests',
  description:
    'Ready means: the database answered within the last 10 seconds, the clock agrees with that of the database, the log ' +
    'is not ahead of it, and the process is not stopping. `log_staleness_seconds` grows while another session keeps the ' +
    'log locked: data is then served as it stood before.',
  answer: {
    kind: 'json',
    type: 'Readiness',
    description: 'The process should be given requests.',
    examples: {
      ready: {
        summary: 'Ready',
        body: {
          status: 'ready',
          checks: { log_staleness_seconds: 0.412, clock_skew_seconds: 0.003, log_ahead_seconds: 0 },
        },
      },
    },
  },
  problems: [{ error: new UnavailableError('Not ready: the log was last confirmed 12.3 s ago'), instance: '/readyz' }],
};

export const healthDocs = documents(HealthController, 'Service', { alive, ready });
