import { findDelivery, redeliver } from '@droptrack/persistence';
import { readDeliveryId } from '@droptrack/webhooks';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/count';
import { stateOf } from './webhooks-list';
import { requireEndpoint, type WebhookDeps } from './webhooks-terms';

export interface RedeliverArguments {
  readonly endpoint: string;
  /** Ids as `webhooks deliveries` shows them. */
  readonly deliveries: readonly string[];
}

/**
 * Makes deliveries due again, whatever became of them: the same events, the same bytes, the same `webhook-id`. Ends with
 * code 1 when one is not the endpoint's; the others are due all the same.
 */
export async function redeliverDeliveries(args: RedeliverArguments, { db, output, now }: WebhookDeps): Promise<number> {
  const named = [...new Set(args.deliveries)].map((id) => [id, deliveryOf(id)] as const);
  const nowMs = now().getTime();
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  const outcomes = { redelivered: [] as string[], under_way: [] as string[], not_found: [] as string[] };
  for (const [id, { endpointId, eventId }] of named) {
    output.progress(`Making due: ${id} …`);
    const number = endpointId === endpoint.id ? await findDelivery(db, endpoint.id, eventId) : null;
    const report = number === null ? null : await redeliver(db, null, endpoint.id, number, nowMs);
    outcomes[report === null ? 'not_found' : report.isDue ? 'redelivered' : 'under_way'].push(id);
  }
  const { redelivered, under_way: underWay, not_found: notFound } = outcomes;
  const lines = [
    `${count(redelivered.length, 'delivery', 'deliveries')} due now.`,
    ...(underWay.length === 0 ? [] : [`Under way already: ${underWay.join(', ')}`]),
    ...(notFound.length === 0 ? [] : [`Not of ${endpoint.id}: ${notFound.join(', ')}`]),
    ...noteOnState(stateOf(endpoint, nowMs)),
  ];
  output.result({ endpoint: endpoint.id, ...outcomes }, lines.join('\n'));
  return notFound.length === 0 ? EXIT.done : EXIT.failed;
}

function deliveryOf(id: string): NonNullable<ReturnType<typeof readDeliveryId>> {
  const delivery = readDeliveryId(id);
  if (delivery !== null) return delivery;
  throw new CliError(INVALID_ARGUMENT, `"${id}" is not a delivery: they look like dlv_4f1y…_3pY7…`, {
    hint: 'droptrack webhooks deliveries <endpoint> shows them.',
  });
}

/** What keeps what is due from being sent for now. */
export function noteOnState(state: ReturnType<typeof stateOf>): string[] {
  if (state === 'disabled') return ['The endpoint is disabled: they are sent once its owner enables it.'];
  if (state === 'paused') return ['The endpoint is paused: they are sent once its account has a key with webhooks.'];
  if (state === 'blocked')
    return ['The endpoint is left alone for a while, as it fails: droptrack webhooks drain tries it at once.'];
  return [];
}
