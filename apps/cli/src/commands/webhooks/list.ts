import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import {
  ApiKeyRepository,
  DeliveryRepository,
  type EndpointOverview,
  EndpointOverviews,
  type StoredDelivery,
} from '@droptrack/persistence';
import { deliveryId, presentDelivery, type StoredAttempt } from '@droptrack/webhooks';
import { nearMiss } from '@droptrack/program';
import { CliError, EXIT } from '../../output/cli-error';
import { count, formatTable, span } from '../../output/format';
import type { OpenSession } from '../../session/session';
import { instant, requireEndpoint, second, showUrl } from './terms';

interface ListWebhooks {
  /** Id of the account, which is that of its first key; null for all accounts. */
  readonly account: string | null;
  /** Id of any key of the account, as an alternative to `account`. */
  readonly key: string | null;
}

const HEADER = ['ENDPOINT', 'OWNER', 'URL', 'EVENTS', 'STATE', 'PENDING', 'OLDEST'];

/** Lists endpoints with their owner, their health and their pending deliveries. */
export async function listWebhooks(args: ListWebhooks, { db, output, now }: OpenSession): Promise<number> {
  const nowMs = now().getTime();
  const account = await accountOf(args, db);
  const endpoints = await new EndpointOverviews(db).list({ account }, nowMs);
  const data = endpoints.map((endpoint) => presentEndpoint(endpoint, nowMs));
  if (endpoints.length === 0) output.result({ data }, '', NONE);
  else output.result({ data }, tableOf(endpoints, nowMs));
  return EXIT.done;
}

/** @throws {CliError} `key_not_found`, to distinguish an unknown account from one without endpoints. */
async function accountOf({ account, key }: ListWebhooks, db: OpenSession['db']): Promise<string | null> {
  const wanted = key ?? account;
  if (wanted === null) return null;
  const keys = await new ApiKeyRepository(db).list();
  const found = keys.find((each) => (key === null ? each.account : each.id) === wanted);
  if (found !== undefined) return found.account;
  const near = nearMiss(wanted, [...new Set(keys.map((each) => (key === null ? each.account : each.id)))]);
  throw new CliError('key_not_found', `There is no ${key === null ? 'account' : 'key'} "${wanted}"`, {
    hint: near === null ? 'List the keys with: droptrack keys list --all' : `Did you mean ${near}?`,
  });
}

/** Health of an endpoint, the most severe state first. `blocked`: its circuit breaker is open. */
type EndpointState = 'disabled' | 'paused' | 'blocked' | 'failing' | 'enabled';

/** Health of an endpoint at an instant. */
export function stateOf(endpoint: EndpointOverview, nowMs: number): EndpointState {
  if (!endpoint.enabled) return 'disabled';
  if (endpoint.isPaused) return 'paused';
  if (endpoint.blockedUntilMs !== null && endpoint.blockedUntilMs > nowMs) return 'blocked';
  return endpoint.failingSinceMs === null ? 'enabled' : 'failing';
}

/** An endpoint in `--json`. */
function presentEndpoint(endpoint: EndpointOverview, nowMs: number) {
  const { id, account, owner, description, events, drops, chains, minHype } = endpoint;
  return {
    id,
    account,
    key: owner === null ? null : { id: owner.keyId, label: owner.label, plan: owner.plan },
    url: showUrl(endpoint.url),
    description,
    events,
    filters: { drops, chains, min_hype: minHype },
    state: stateOf(endpoint, nowMs),
    disabled_reason: endpoint.disabledReason,
    blocked_until: instant(endpoint.blockedUntilMs),
    failures: endpoint.failures,
    failing_since: instant(endpoint.failingSinceMs),
    pending: endpoint.pending,
    oldest_pending_at: instant(endpoint.oldestPendingMs),
    next_attempt_at: instant(endpoint.nextDueMs),
    created_at: instant(endpoint.createdAtMs),
  };
}

const NONE = 'There are no endpoints. Owners create them with POST /v1/webhooks and a key of plan pro or scale.';

function tableOf(endpoints: readonly EndpointOverview[], nowMs: number): string {
  const rows = endpoints.map((endpoint) => [
    endpoint.id,
    ownerOf(endpoint),
    showUrl(endpoint.url),
    eventsOf(endpoint),
    describeState(endpoint, nowMs),
    String(endpoint.pending),
    endpoint.oldestPendingMs === null ? '-' : span(nowMs - endpoint.oldestPendingMs),
  ]);
  return formatTable(HEADER, rows);
}

const ownerOf = ({ owner, account }: EndpointOverview): string =>
  owner === null ? `${account} (no key)` : `${owner.label} (${owner.plan}, ${owner.keyId})`;

function eventsOf({ events, drops, chains, minHype }: EndpointOverview): string {
  const filters = [
    ...(drops === null ? [] : [count(drops.length, 'drop')]),
    ...(chains === null ? [] : [count(chains.length, 'chain')]),
    ...(minHype === null ? [] : [`hype ${minHype}`]),
  ];
  const [first = ''] = events;
  const named = events.length > 2 ? `${first} and ${events.length - 1} more` : events.join(', ');
  return filters.length === 0 ? named : `${named} (${filters.join(', ')})`;
}

const DISABLED_WORDS = { gone: 'it responded with 410', failing: 'five days of failures' } as const;

/** Health of an endpoint as text. */
function describeState(endpoint: EndpointOverview, nowMs: number): string {
  const { disabledReason, blockedUntilMs, failingSinceMs, failures } = endpoint;
  const failing = failingSinceMs === null ? '' : `, failing since ${second(failingSinceMs)} (${failures} in a row)`;
  switch (stateOf(endpoint, nowMs)) {
    case 'disabled':
      return `disabled: ${disabledReason === null ? 'by its owner' : DISABLED_WORDS[disabledReason]}`;
    case 'paused':
      return 'paused: no active key with webhooks';
    case 'blocked':
      return `circuit breaker open until ${second(blockedUntilMs ?? nowMs)}${failing}`;
    case 'failing':
      return `enabled${failing}`;
    case 'enabled':
      return 'enabled';
  }
}

interface ShowDeliveries {
  readonly endpoint: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: WebhookEventType | null;
  /** Maximum number of deliveries. */
  readonly limit: number;
}

const DELIVERY_HEADER = ['DELIVERY', 'EVENT', 'STATUS', 'AT', 'RESPONSE', 'DURATION', 'ERROR'];

/** Shows deliveries of an endpoint with every attempt, latest event first. */
export async function showDeliveries(args: ShowDeliveries, { db, output, now }: OpenSession): Promise<number> {
  const { endpoint: id, status, eventType, limit } = args;
  const endpoint = await requireEndpoint(db, id, now().getTime());
  const found = await new DeliveryRepository(db).list({
    endpointId: endpoint.id,
    status,
    eventType,
    before: null,
    limit: limit + 1,
  });
  const deliveries = found.slice(0, limit);
  const hasMore = found.length > limit;
  const document = { data: deliveries.map((each) => presentDelivery(endpoint.id, each)), has_more: hasMore };
  const rows = deliveries.flatMap((each) => deliveryRows(endpoint.id, each));
  if (rows.length === 0) output.result(document, '', 'No deliveries match.');
  else output.result(document, formatTable(DELIVERY_HEADER, rows), hasMore ? MORE : '');
  return EXIT.done;
}

const MORE = 'There are more deliveries; raise --limit to see them.';

/** A row for the delivery with its latest attempt, and one per earlier attempt. */
function deliveryRows(
  endpointId: string,
  { eventId, eventType, status, nextAttemptMs, createdAtMs, attempts }: StoredDelivery,
): string[][] {
  const [latest, ...before] = attempts;
  const next = status === 'pending' && nextAttemptMs !== null ? `, next ${second(nextAttemptMs)}` : '';
  const first = latest === undefined ? [`created ${second(createdAtMs)}`, '', '', ''] : attemptCells(latest);
  return [
    [deliveryId(endpointId, eventId), eventType, status + next, ...first],
    ...before.map((each) => ['', '', '', ...attemptCells(each)]),
  ];
}

const attemptCells = ({ atMs, durationMs, statusCode, error }: StoredAttempt): string[] => [
  second(atMs),
  statusCode === null ? '-' : String(statusCode),
  `${durationMs} ms`,
  error ?? '',
];
