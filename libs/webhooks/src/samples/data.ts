import type { WebhookEvent, WebhookEventType } from '@droptrack/contracts';
import { SAMPLE_CLAIM, SAMPLE_DROP, SAMPLE_ENDPOINT } from './subjects';

const occurred = { ...SAMPLE_CLAIM, status: 'occurred' } as const;

/** `data` of a complete and plausible event of each type. */
export const SAMPLE_DATA: { readonly [Type in WebhookEventType]: WebhookEvent<Type>['data'] } = {
  'drop.created': { object: SAMPLE_DROP, previous: {} },
  'drop.updated': { object: SAMPLE_DROP, previous: { cost_usd: null } },
  'drop.status_changed': { object: { ...SAMPLE_DROP, status: 'live' }, previous: { status: 'upcoming' } },
  'drop.snapshot_taken': { object: SAMPLE_DROP, previous: {} },
  'drop.archived': { object: SAMPLE_DROP, previous: {} },
  'drop.claims_progress': {
    object: {
      drop: SAMPLE_DROP.id,
      threshold: 50,
      ended_at: null,
      left_at_end: null,
      claimed_share: 0.5021,
      claimed_at: '2026-09-12T08:00:11.000Z',
    },
    previous: { claimed_share: 0.4987, claimed_at: '2026-09-12T07:55:11.000Z' },
  },
  'hype.threshold_crossed': {
    object: { ...SAMPLE_DROP, hype_score: 71, threshold: 70, direction: 'up' },
    previous: { hype_score: 69 },
  },
  'calendar.event_created': { object: { ...SAMPLE_CLAIM, sequence: 0 }, previous: {} },
  'calendar.event_updated': {
    object: SAMPLE_CLAIM,
    previous: { starts_at: '2026-09-08T13:00:00.000Z', sequence: SAMPLE_CLAIM.sequence - 1 },
  },
  'calendar.event_cancelled': { object: { ...SAMPLE_CLAIM, status: 'cancelled' }, previous: { status: 'confirmed' } },
  'calendar.event_starting_soon': { object: SAMPLE_CLAIM, previous: {} },
  'calendar.event_started': { object: occurred, previous: { status: 'confirmed' } },
  'calendar.event_ended': { object: occurred, previous: {} },
  'eligibility.list_published': {
    object: {
      drop: SAMPLE_DROP.id,
      version: 1,
      wallets: 749_662,
      total: '9361298000000000000000000000',
      sha256: 'c1a7d9e3b25f46088ad94c3f7e10b2d65a8f93e7140cbb2d6f5e8a9017d3c4f2',
    },
    previous: {},
  },
  'webhook.ping': { object: SAMPLE_ENDPOINT, previous: {} },
  'webhook.disabled': { object: { ...SAMPLE_ENDPOINT, enabled: false }, previous: { enabled: true } },
};
