import { SDK_METHODS } from '../../../apps/api/src/openapi/reference/sdk-calls';
import { type Operation, parametersIn } from './document';

/** Call of an operation through the client. */
export interface Call {
  /** Path of the method in the client, such as `drops.list`. */
  readonly method: string;
  /** Arguments before the query and the options: the parameters of the path, and the body. */
  readonly arguments: readonly unknown[];
  readonly inputs: Inputs;
}

/** Inputs of a call beside the parameters of its path. */
interface Inputs {
  readonly body?: unknown;
  /** Member of the body that the argument is; the whole body if absent. */
  readonly bodyMember?: string;
  readonly hasQuery?: true;
  /** True if its rows are events: their types are compared by the objects of the events. */
  readonly returnsEvents?: true;
}

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const CHECK = { wallet: WALLET, drop: 'linea', list_version: 1 };
const CLAIM = { drop: 'linea', wallet: WALLET, to: WALLET, list: null, delegate: WALLET, accept_forgone: false };
const WEBHOOK = { url: 'https://hooks.example/x', events: ['*'], description: 'x', filters: {}, enabled: true };
const FEED = { name: 'x', types: ['claim'], chains: ['base'], drops: ['linea'], form: 'spans', remind: 'P1D' };
const INSTANT = '2026-08-22T00:00:00Z';

/** Value of a parameter of a path. */
export const ID = 'a/b c';

/** Inputs of methods by `operationId`. A body has all its members. Other methods have the parameters of the path alone. */
const INPUTS: Readonly<Record<string, Inputs>> = {
  listDrops: { hasQuery: true },
  getDrop: { hasQuery: true },
  getHypeSeries: { hasQuery: true },
  getDropClaims: { hasQuery: true },
  listOutcomes: { hasQuery: true },
  listCalendarEvents: { hasQuery: true },
  createCalendar: { body: FEED },
  checkEligibility: { body: CHECK },
  checkEligibilityBatch: { body: [CHECK], bodyMember: 'checks' },
  prepareClaim: { body: CLAIM },
  prepareClaims: { body: [CLAIM], bodyMember: 'claims' },
  getAllocationRange: { hasQuery: true },
  listWalletHistory: { body: { wallet: WALLET, limit: 10, cursor: 'c' } },
  listWalletDrops: { body: { wallets: [WALLET], status: ['live'], sample: false, include: ['claimed'] } },
  exportDrops: { hasQuery: true },
  exportHypeHistory: { hasQuery: true },
  exportAllocations: { hasQuery: true },
  createWebhook: { body: WEBHOOK },
  updateWebhook: { body: WEBHOOK },
  rotateWebhookSecret: { body: { grace_period_seconds: 0 } },
  listWebhookDeliveries: { hasQuery: true },
  recoverWebhook: { body: { since: INSTANT, until: INSTANT } },
  listWebhookEvents: { hasQuery: true, returnsEvents: true },
};

/** Call of an operation; undefined for one without a method of the client. */
export function callOf(operation: Operation): Call | undefined {
  const method = SDK_METHODS[operation.operationId];
  if (method === undefined) return undefined;
  const inputs = INPUTS[operation.operationId] ?? {};
  const body = inputs.body === undefined ? [] : [inputs.body];
  return { method, arguments: [...parametersIn('path', operation).map(() => ID), ...body], inputs };
}

/** Methods of the client that call other methods, and have no operation of their own. */
export const COMPOSED: readonly string[] = ['drops.follow', 'eligibility.checkPrivately', 'stream'];

/** Operations without a method of the client, with the reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  streamEvents: '`client.stream` reads its events, and reconnects',
};
