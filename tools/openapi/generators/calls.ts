import type { Call } from './clients/tour';

/** Call with the status that it must return. */
type ExpectedCall = Omit<Call, 'key'> & {
  readonly plan?: 'free' | 'none';
  /** 200 by default. */
  readonly status?: number;
};

/** Drop of the demo with a list of {@link WALLETS}. */
export const DROP = '1inch';
/** Generated addresses, without a key. */
export const WALLETS = Array.from({ length: 8 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`);

const [wallet = ''] = WALLETS;
const path = { id: DROP };
const webhook = { id: '{createWebhook.id}' };
const calendar = { id: '{createCalendar.id}' };

/** Operations that no generated client calls, with the reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  streamEvents: 'the response does not end',
  getCalendarFile: 'a calendar app opens the `url` of the response that creates the calendar; no client builds it',
};

/** One call of every other operation, in an order in which each finds what it needs. */
export const CALLS: readonly ExpectedCall[] = [
  {
    operationId: 'listDrops',
    query: { status: ['live', 'upcoming', 'tge'], chain: ['base', 'linea'], sort: 'snapshot' },
  },
  { operationId: 'getDrop', path },
  { operationId: 'getHypeSeries', path, query: { window: '7d' } },
  { operationId: 'getDropClaims', path, query: { interval: '1h' } },
  { operationId: 'listDropDistributors', path },
  { operationId: 'explainDrop', path },
  { operationId: 'listOutcomes', query: { chain: ['arbitrum', 'solana'], month: '2024-04', sort: 'paid' } },
  { operationId: 'getDomain', path: { host: 'claim.linea.build' } },
  { operationId: 'getBadge', path, query: { of: 'hype' }, plan: 'none' },
  { operationId: 'getEndpointBadge', path, plan: 'none' },
  { operationId: 'getHypePicture', path, query: { window: '30d', width: 300 }, plan: 'none' },
  { operationId: 'listCalendarEvents', query: { from: '2020-01-01', include: 'ongoing', limit: 100 } },
  {
    operationId: 'createCalendar',
    body: { name: null, types: ['claim', 'tge'], chains: ['base', 'linea'], form: 'spans', remind: 'P1D' },
    status: 201,
  },
  { operationId: 'listCalendars' },
  { operationId: 'getCalendar', path: calendar },
  { operationId: 'rotateCalendar', path: calendar },
  { operationId: 'deleteCalendar', path: calendar, status: 204 },
  { operationId: 'checkEligibility', body: { wallet, drop: DROP } },
  {
    operationId: 'checkEligibilityBatch',
    body: {
      checks: [
        { wallet, drop: DROP },
        { wallet, drop: 'linea' },
        { wallet: 'no wallet', drop: DROP },
      ],
    },
  },
  { operationId: 'getClearSigningDescriptor', path },
  { operationId: 'prepareClaim', body: { wallet, drop: DROP } },
  { operationId: 'prepareClaims', body: { claims: [{ wallet, drop: DROP }] } },
  {
    operationId: 'listWalletDrops',
    body: { wallets: [wallet, 'no wallet'], status: ['live', 'tge'], include: ['claimed'] },
  },
  { operationId: 'listWalletHistory', body: { wallet, limit: 10 } },
  { operationId: 'getAllocationRange', path: { ...path, prefix: '0000' }, query: { proofs: true } },
  { operationId: 'exportDrops' },
  { operationId: 'exportHypeHistory', path },
  { operationId: 'exportAllocations', path },
  {
    operationId: 'createWebhook',
    body: {
      url: 'http://127.0.0.1:9/hook',
      events: ['drop.*', 'calendar.event_created', 'webhook.ping'],
      description: null,
      filters: { drops: null, chains: ['base'], min_hype: null },
    },
    status: 201,
  },
  { operationId: 'listWebhooks' },
  { operationId: 'getWebhook', path: webhook },
  { operationId: 'updateWebhook', path: webhook, body: { description: 'of a generated client', filters: null } },
  { operationId: 'rotateWebhookSecret', path: webhook, body: { grace_period_seconds: 0 } },
  { operationId: 'testWebhook', path: webhook },
  { operationId: 'listWebhookDeliveries', path: webhook, query: { limit: 5 } },
  {
    operationId: 'redeliverWebhookDelivery',
    path: { ...webhook, delivery: '{listWebhookDeliveries.data.0.id}' },
    status: 202,
  },
  { operationId: 'listWebhookEvents', query: { type: ['webhook.ping', 'drop.*', 'calendar.*'], limit: 100 } },
  { operationId: 'recoverWebhook', path: webhook, body: { since: '{listDrops.as_of}' }, status: 202 },
  { operationId: 'getWebhookRecovery', path: { ...webhook, recovery: '{recoverWebhook.id}' } },
  { operationId: 'deleteWebhook', path: webhook, status: 204 },
  { operationId: 'getMe' },
  { operationId: 'getStatus' },
  { operationId: 'getLiveness', plan: 'none' },
  { operationId: 'getReadiness', plan: 'none' },
  { operationId: 'getOpenApiDocument', plan: 'none' },
  { operationId: 'redirectToReference', plan: 'none', status: 302 },
  { operationId: 'getReferencePage', plan: 'none' },
  { operationId: 'getReferenceAsset', path: { asset: 'drops' }, plan: 'none' },
  { operationId: 'getProblemIndex', plan: 'none' },
  { operationId: 'getProblemPage', path: { code: 'invalid-cursor' }, plan: 'none' },
  // Problems.
  { operationId: 'listDrops', query: { cursor: 'bm90IG91cnM' }, status: 400 },
  { operationId: 'getMe', plan: 'none', status: 401 },
  { operationId: 'listWebhooks', plan: 'free', status: 403 },
  { operationId: 'getDrop', path: { id: 'no-such-drop' }, status: 404 },
  { operationId: 'checkEligibility', body: { wallet: 'no wallet', drop: DROP }, status: 422 },
];
