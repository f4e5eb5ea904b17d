import { setTimeout as pause } from 'node:timers/promises';
import {
  DeliveryRepository,
  RecoveryInProgressError,
  RecoveryRepository,
  stepRecovery,
  type StoredRecovery,
} from '@droptrack/persistence';
import { readDeliveryId } from '@droptrack/webhooks';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count } from '../../output/format';
import { askYes } from '../../output/ask-yes';
import { stateOf } from './list';
import { readSpan, requireEndpoint, second } from './terms';
import type { OpenSession, Session } from '../../session/session';

interface RedeliverDeliveries {
  readonly endpoint: string;
  /** Ids as printed by `webhooks deliveries`. */
  readonly deliveries: readonly string[];
}

/**
 * Schedules deliveries to be sent again, regardless of their status: same event, same bytes, same `webhook-id`. Exits
 * with code 1 if one does not belong to the endpoint; the others are scheduled nevertheless.
 */
export async function redeliverDeliveries(
  args: RedeliverDeliveries,
  { db, output, now }: OpenSession,
): Promise<number> {
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
function noteOnState(state: ReturnType<typeof stateOf>): string[] {
  if (state === 'disabled') return ['The endpoint is disabled: deliveries are sent once its owner enables it.'];
  if (state === 'paused')
    return ['The endpoint is paused: deliveries are sent once its account has an active key with webhooks.'];
  if (state === 'blocked')
    return ['The circuit breaker of the endpoint is open. To retry now: droptrack webhooks drain'];
  return [];
}

interface RecoverEndpoint {
  readonly endpoint: string;
  /** An instant with a time zone, or an age: `36h`, `2d`. */
  readonly since: string;
  /** In the same form; null for now. */
  readonly until: string | null;
  /** Skips the confirmation. */
  readonly yes: boolean;
}

/** Number of events above which a confirmation is required: a receiver that has just recovered may be overloaded. */
const ASK_ABOVE = 300;

/** Poll interval while a worker has leased the recovery. */
const POLL_INTERVAL_MS = 100;

/**
 * Replays the events of a time range that an endpoint has missed: failed deliveries, and events without a delivery. The
 * same job as that of the API, without its limits. This command works on it together with the workers, or alone; if it
 * is interrupted, they continue.
 */
export async function recoverEndpoint(
  args: RecoverEndpoint,
  session: OpenSession & Pick<Session, 'stdin'>,
): Promise<number> {
  const { db, output, now } = session;
  const nowMs = now().getTime();
  const span = readSpan(args, nowMs);
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  const most = await new RecoveryRepository(db).countRecoverable(endpoint, span);
  const [since, until] = [second(span.sinceMs), second(span.untilMs)];
  if (most > ASK_ABOVE && !args.yes) {
    await askYes(`Replay up to ${count(most, 'event')} from ${since} to ${until} to ${endpoint.id}?`, session);
  }
  const { id: recovery, deliveries } = await recover({ ...span, ...endpoint, endpointId: endpoint.id }, session);
  const document = {
    endpoint: endpoint.id,
    recovery,
    since: new Date(span.sinceMs).toISOString(),
    until: new Date(span.untilMs).toISOString(),
    deliveries,
  };
  const due = `${count(deliveries, 'delivery', 'deliveries')} from ${since} to ${until} scheduled.`;
  const notes =
    deliveries === 0
      ? ['Every event that it subscribes to was delivered, or is in flight.']
      : noteOnState(stateOf(endpoint, nowMs));
  output.result(document, [due, ...notes].join('\n'));
  return EXIT.done;
}

/** @throws {CliError} `recovery_under_way`; `recovery_failed` if the endpoint was deleted during the recovery. */
async function recover(
  of: Pick<StoredRecovery, 'sinceMs' | 'untilMs'> & Record<'account' | 'endpointId', string>,
  { db, output, now }: OpenSession,
): Promise<StoredRecovery> {
  const { account, endpointId, sinceMs, untilMs } = of;
  const order = { account, endpointId, sinceMs, untilMs, bounds: null };
  let recovery: StoredRecovery | null = await new RecoveryRepository(db)
    .queue(order, now().getTime())
    .catch((cause: unknown) => {
      if (!(cause instanceof RecoveryInProgressError)) throw cause;
      throw new CliError('recovery_under_way', cause.message, { cause });
    });
  const { id } = recovery;
  while (recovery !== null && recovery.finishedAtMs === null) {
    output.progress(`Scheduling: ${count(recovery.deliveries, 'delivery', 'deliveries')} …`);
    if ((await stepRecovery(db, now().getTime(), id)) === null) await pause(POLL_INTERVAL_MS);
    recovery = await new RecoveryRepository(db).find(endpointId, id);
  }
  if (recovery?.status === 'done') return recovery;
  throw new CliError('recovery_failed', `The recovery ${id} has failed (${recovery?.stoppedBy ?? 'endpoint_deleted'})`);
}
