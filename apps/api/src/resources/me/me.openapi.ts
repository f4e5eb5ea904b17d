import { PLAN_TERMS } from '@droptrack/contracts';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { MeController } from './me.controller';

const get: RouteDocs = {
  operationId: 'getMe',
  summary: 'Retrieve the current API key',
  description:
    'Returns plan, rate limit and features of the API key that is used for the request. Only the first and last characters of the key are returned.',
  response: {
    kind: 'data',
    type: 'Me',
    description: 'Plan, rate limit and features of the key.',
    examples: {
      pro: {
        summary: 'Key of the plan pro with an expiry date',
        body: {
          plan: 'pro',
          rate_limit: { limit: PLAN_TERMS.pro.requestsPerMinute, window_seconds: 60, remaining: 600 },
          streams: { limit: PLAN_TERMS.pro.streams },
          features: [...PLAN_TERMS.pro.features],
          key: {
            prefix: 'dtk_A1b2',
            last4: 'uDAc',
            created_at: '2026-03-01T09:00:00.000Z',
            expires_at: '2027-03-01T09:00:00.000Z',
          },
          data_delay_seconds: 0,
        },
      },
    },
  },
};

export const meDocs = documents(MeController, 'Account', { get });
