import type { WebhookDeliveryStatus, WebhookEventType } from '@droptrack/contracts';
import { listDeliveries, type StoredAttempt, type StoredDelivery } from '@droptrack/persistence';
import { deliveryId, presentDelivery } from '@droptrack/webhooks';
import { EXIT } from '../output/cli-error';
import { formatTable } from '../output/format';
import { requireEndpoint, second, type WebhookDeps } from './webhooks-terms';

export interface ListDeliveriesArguments {
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
  const found = await listDeliveries(db, {
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
