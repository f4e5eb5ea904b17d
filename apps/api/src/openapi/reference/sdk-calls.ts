import openApi from '../../../openapi.json';

/** Call of an operation through the TypeScript client, as a sample needs it. */
export interface SdkCall {
  readonly verb: string;
  /** Path of the operation with its parameters: `/v1/drops/{id}`. */
  readonly path: string;
  /** Path of the method in the client: `drops.get`. */
  readonly method: string;
  /** Member of the body that is the argument; null if it is the whole body. */
  readonly bodyMember: string | null;
}

/** Methods of the client by `operationId`. The checks of the client compare them with the methods that it has. */
export const SDK_METHODS: Readonly<Record<string, string>> = {
  listDrops: 'drops.list',
  getDrop: 'drops.get',
  getHypeSeries: 'drops.hype',
  getDropClaims: 'drops.claims',
  listDropDistributors: 'drops.distributors',
  listWalletHistory: 'wallets.history',
  explainDrop: 'drops.explain',
  listOutcomes: 'outcomes.list',
  getDomain: 'domains.get',
  listCalendarEvents: 'calendar.list',
  createCalendar: 'calendars.create',
  listCalendars: 'calendars.list',
  getCalendar: 'calendars.get',
  deleteCalendar: 'calendars.delete',
  rotateCalendar: 'calendars.rotate',
  checkEligibility: 'eligibility.check',
  checkEligibilityBatch: 'eligibility.checkBatch',
  prepareClaim: 'claims.prepare',
  getClearSigningDescriptor: 'drops.clearSigning',
  prepareClaims: 'claims.prepareBatch',
  listWalletDrops: 'wallets.drops',
  getAllocationRange: 'eligibility.range',
  exportDrops: 'snapshots.drops',
  exportHypeHistory: 'snapshots.hype',
  exportAllocations: 'snapshots.allocations',
  createWebhook: 'webhooks.create',
  listWebhooks: 'webhooks.list',
  getWebhook: 'webhooks.get',
  updateWebhook: 'webhooks.update',
  deleteWebhook: 'webhooks.delete',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  testWebhook: 'webhooks.test',
  listWebhookDeliveries: 'webhooks.deliveries',
  redeliverWebhookDelivery: 'webhooks.redeliver',
  recoverWebhook: 'webhooks.recover',
  getWebhookRecovery: 'webhooks.recovery',
  listWebhookEvents: 'events.list',
  getMe: 'me',
  getStatus: 'status',
};

/** Members of bodies that methods take instead of the body. */
const BODY_MEMBERS: Readonly<Record<string, string>> = { checkEligibilityBatch: 'checks', prepareClaims: 'claims' };

/** All operations that the client has a method for. */
export function sdkCalls(): SdkCall[] {
  const paths = Object.entries(openApi.paths as Record<string, Record<string, { readonly operationId: string }>>);
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, { operationId }]) => {
      const method = SDK_METHODS[operationId];
      return method === undefined
        ? []
        : { verb: verb.toUpperCase(), path, method, bodyMember: BODY_MEMBERS[operationId] ?? null };
    }),
  );
}
