import { PLAN_TERMS } from '@droptrack/contracts';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { MeController } from './me.controller';

const get: RouteDocs = {
  operationId: 'getMe',
  summary: 'Get what the key may do',
  description: 'Plan, limit and features of the key that asks. Of the key itself only its ends are shown.',
  answer: {
    kind: 'data',
    type: 'Me',
    description: 'What the key may do.',
    examples: {
      pro: {
        summary: 'A key of the plan pro that expires',
        body: {
          plan: 'pro',
          rate_limit: { limit: PLAN_TERMS.pro.requestsPerMinute, window_seconds: 60, remaining: 600 },
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
