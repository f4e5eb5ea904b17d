/** Call of an operation through the client. */
export interface Call {
  /** Path of the method in the client, such as `drops.list`. */
  readonly method: string;
  /** Arguments before the query and the options. */
  readonly arguments: readonly unknown[];
  /** Member of the body that the first argument is; the whole body if absent. */
  readonly bodyMember?: string;
  /** True if its rows are events: their types are compared by the objects of the events. */
  readonly returnsEvents?: true;
  /** All query parameters with valid values; absent for a method without a query. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const CHECK = { wallet: WALLET, drop: 'linea', list_version: 1 };
const WEBHOOK = { url: 'https://hooks.example/x', events: ['*'], description: 'x', filters: {}, enabled: true };
const INSTANT = '2026-08-22T00:00:00Z';
const ID = 'a/b c';

/** All operations that require a key, by `operationId`, in the order of the document. */
export const CALLS: Readonly<Record<string, Call>> = {
  listDrops: {
    method: 'drops.list',
    arguments: [],
    query: {
      status: ['live', 'tge'],
      chain: ['linea', 'base'],
      sample: false,
      sort: 'ev',
      order: 'asc',
      q: 'a&b',
      updated_since: INSTANT,
      limit: 2,
      cursor: 'c1',
    },
  },
  getDrop: { method: 'drops.get', arguments: [ID], query: { as_of: INSTANT } },
  getHypeSeries: { method: 'drops.hype', arguments: [ID], query: { window: '24h', to: INSTANT } },
  explainDrop: { method: 'drops.explain', arguments: [ID] },
  listCalendarEvents: {
    method: 'calendar.list',
    arguments: [],
    query: {
      from: '2026-08-22',
      to: '2026-08-23',
      type: 'claim',
      drop: 'linea',
      chain: 'base',
      include: 'ongoing',
      limit: 2,
      cursor: 'c1',
    },
  },
  checkEligibility: { method: 'eligibility.check', arguments: [CHECK] },
  checkEligibilityBatch: { method: 'eligibility.checkBatch', arguments: [[CHECK]], bodyMember: 'checks' },
  getAllocationRange: {
    method: 'eligibility.range',
    arguments: [ID, ID],
    query: { proofs: true, list: 'season-2', type: 'evm' },
  },
  listWalletDrops: {
    method: 'wallets.drops',
    arguments: [{ wallets: [WALLET], status: ['live'], include: ['claimed'] }],
  },
  exportDrops: { method: 'snapshots.drops', arguments: [], query: { as_of: INSTANT, after: 'linea' } },
  exportHypeHistory: {
    method: 'snapshots.hype',
    arguments: [ID],
    query: { from: INSTANT, to: INSTANT, after: INSTANT },
  },
  exportAllocations: {
    method: 'snapshots.allocations',
    arguments: [ID],
    query: { version: 1, after: WALLET, list: 'season-2' },
  },
  createWebhook: { method: 'webhooks.create', arguments: [WEBHOOK] },
  listWebhooks: { method: 'webhooks.list', arguments: [] },
  getWebhook: { method: 'webhooks.get', arguments: [ID] },
  updateWebhook: { method: 'webhooks.update', arguments: [ID, WEBHOOK] },
  deleteWebhook: { method: 'webhooks.delete', arguments: [ID] },
  rotateWebhookSecret: { method: 'webhooks.rotateSecret', arguments: [ID, { grace_period_seconds: 0 }] },
  testWebhook: { method: 'webhooks.test', arguments: [ID] },
  listWebhookDeliveries: {
    method: 'webhooks.deliveries',
    arguments: [ID],
    query: { status: 'failed', event_type: 'drop.created', limit: 2, cursor: 'c1' },
  },
  redeliverWebhookDelivery: { method: 'webhooks.redeliver', arguments: [ID, ID] },
  recoverWebhook: { method: 'webhooks.recover', arguments: [ID, { since: INSTANT, until: INSTANT }] },
  getWebhookRecovery: { method: 'webhooks.recovery', arguments: [ID, ID] },
  listWebhookEvents: {
    method: 'events.list',
    arguments: [],
    returnsEvents: true,
    query: { type: ['drop.created', 'calendar.*'], limit: 2, cursor: 'c1' },
  },
  getMe: { method: 'me', arguments: [] },
  getStatus: { method: 'status', arguments: [] },
};

/** Methods of the client that call other methods, and have no operation of their own. */
export const COMPOSED: readonly string[] = ['drops.follow', 'eligibility.checkPrivately', 'stream'];

/** Operations without a method of the client, with the reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  streamEvents: '`client.stream` reads its events, and reconnects',
};
