import type {
  CalendarEvent,
  Drop,
  WebhookEndpoint,
  WebhookEnvelope,
  WebhookEventType,
  WebhookObjects,
} from '@droptrack/contracts';

/** When all of it was so. */
const AT = '2026-08-22T10:00:00.000Z';

const drop: Drop = {
  id: 'example',
  name: 'Example',
  chain: 'linea',
  status: 'live',
  hype_score: 71,
  hype_delta_7d: 12,
  rating: { reward: 47, legit: 82, difficulty: 35 },
  ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67 },
  snapshot: { block: null, date: null },
  cost_usd: 12.5,
  updated_at: AT,
};

const claim: CalendarEvent = {
  id: 'cal_00000000000000000000',
  drop: drop.id,
  drop_name: drop.name,
  chain: drop.chain,
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-08-23T10:00:00.000Z',
  ends_at: null,
  precision: 'minute',
  status: 'confirmed',
  block: null,
  phase: null,
  url: null,
  source: null,
  sequence: 1,
  updated_at: AT,
};

const endpoint: WebhookEndpoint = {
  id: 'wh_example',
  url: 'https://hooks.example/droptrack',
  events: ['*'],
  description: null,
  filters: { drops: null, chains: null, min_hype: null },
  enabled: true,
};

/** What the events of each group are about. */
const OBJECTS = {
  drop,
  hype: drop,
  calendar: claim,
  eligibility: { drop: drop.id, version: 1, wallets: 1, total: '1', sha256: '0'.repeat(64) },
  webhook: endpoint,
};

/** What is special about an event: how its object is `now`, and how what has changed was `before`. */
const SPECIAL: {
  readonly [Type in WebhookEventType]?: {
    now?: Partial<WebhookObjects[Type]>;
    before?: Partial<WebhookObjects[Type]>;
  };
} = {
  'drop.updated': { before: { cost_usd: null } },
  'drop.status_changed': { before: { status: 'upcoming' } },
  'hype.threshold_crossed': { now: { threshold: 70, direction: 'up' }, before: { hype_score: 69 } },
  'calendar.event_updated': { before: { title: 'Claim', sequence: 0 } },
  'calendar.event_cancelled': { now: { status: 'cancelled' }, before: { status: 'confirmed' } },
  'calendar.event_started': { now: { status: 'occurred' }, before: { status: 'confirmed' } },
  'calendar.event_ended': { now: { status: 'occurred' } },
  'webhook.disabled': { now: { enabled: false }, before: { enabled: true } },
};

/** `data` of a made-up event, whole and as the API sends it. */
export function exampleData(type: WebhookEventType): WebhookEnvelope['data'] {
  const group = type.split('.')[0] as keyof typeof OBJECTS;
  const { now, before = {} } = SPECIAL[type] ?? {};
  return { object: { ...OBJECTS[group], ...now }, previous: before };
}
