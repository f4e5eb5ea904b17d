import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import { DeliveryRepository, type StoredDelivery } from '@droptrack/persistence';
import type { StoredAttempt } from '@droptrack/webhooks';
import { deliveryId, presentDelivery, readDeliveryId } from '@droptrack/webhooks';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count, formatTable } from '../output/format';
import { stateOf } from './webhooks-list';
import { requireEndpoint, second, type WebhookDeps } from './webhooks-terms';

interface ListDeliveriesArguments {
  readonly endpoint: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly eventType: WebhookEventType | null;
  /** Maximum number of deliveries. */
  readonly limit: number;
}

const HEADER = ['DELIVERY', 'EVENT', 'STATUS', 'AT', 'RESPONSE', 'DURATION', 'ERROR'];

/** Shows deliveries of an endpoint with every attempt, latest event first. */
export async function showDeliveries(args: ListDeliveriesArguments, { db, output, now }: WebhookDeps): Promise<number> {
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
  const rows = deliveries.flatMap((each) => rowsOf(endpoint.id, each));
  if (rows.length === 0) output.result(document, '', 'No deliveries match.');
  else output.result(document, formatTable(HEADER, rows), hasMore ? MORE : '');
  return EXIT.done;
}

const MORE = 'There are more deliveries; raise --limit to see them.';

/** A row for the delivery with its latest attempt, and one per earlier attempt. */
function rowsOf(
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

interface RedeliverArguments {
  readonly endpoint: string;
  /** Ids as printed by `webhooks deliveries`. */
  readonly deliveries: readonly string[];
}

/**
 * Schedules deliveries to be sent again, regardless of their status: same event, same bytes, same `webhook-id`. Exits
 * with code 1 if one does not belong to the endpoint; the others are scheduled nevertheless.
 */
export async function redeliverDeliveries(args: RedeliverArguments, { db, output, now }: WebhookDeps): Promise<number> {
  const named = [...new Set(args.deliveries)].map((id) => [id, deliveryOf(id)] as const);
  const nowMs = now().getTime();
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  const deliveries = new DeliveryRepository(db);
  const outcomes = { redelivered: [] as string[], under_way: [] as string[], not_found: [] as string[] };
  for (const [id, { endpointId, eventId }] of named) {
    output.progress(`Scheduling: ${id} …`);
    const number = endpointId === endpoint.id ? await deliveries.findId(endpoint.id, eventId) : null;
    const report = number === null ? null : await deliveries.redeliver(null, endpoint.id, number, nowMs);
    outcomes[report === null ? 'not_found' : report.isDue ? 'redelivered' : 'under_way'].push(id);
  }
  const { redelivered, under_way: underWay, not_found: notFound } = outcomes;
  const lines = [
    `${count(redelivered.length, 'delivery', 'deliveries')} scheduled.`,
    ...(underWay.length === 0 ? [] : [`Already in flight: ${underWay.join(', ')}`]),
    ...(notFound.length === 0 ? [] : [`Not found on ${endpoint.id}: ${notFound.join(', ')}`]),
    ...noteOnState(stateOf(endpoint, nowMs)),
  ];
  output.result({ endpoint: endpoint.id, ...outcomes }, lines.join('\n'));
  return notFound.length === 0 ? EXIT.done : EXIT.failed;
}

function deliveryOf(id: string): NonNullable<ReturnType<typeof readDeliveryId>> {
  const delivery = readDeliveryId(id);
  if (delivery !== null) return delivery;
  throw new CliError(INVALID_ARGUMENT, `"${id}" is not a delivery id, such as dlv_4f1y…_3pY7…`, {
    hint: 'List the deliveries with: droptrack webhooks deliveries <endpoint>',
  });
}

/** Reason why scheduled deliveries are not sent yet. */
export function noteOnState(state: ReturnType<typeof stateOf>): string[] {
  if (state === 'disabled') return ['The endpoint is disabled: deliveries are sent once its owner enables it.'];
  if (state === 'paused')
    return ['The endpoint is paused: deliveries are sent once its account has an active key with webhooks.'];
  if (state === 'blocked')
    return ['The circuit breaker of the endpoint is open. To retry now: droptrack webhooks drain'];
  return [];
}
