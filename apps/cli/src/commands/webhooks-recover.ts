import { setTimeout as pause } from 'node:timers/promises';
import { RecoveryRepository, RecoveryInProgressError, stepRecovery, type StoredRecovery } from '@droptrack/persistence';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/format';
import { askYes, type AskDeps } from './lists-ask-yes';
import { stateOf } from './webhooks-list';
import { noteOnState } from './webhooks-deliveries';
import { readSpan, requireEndpoint, second, type WebhookDeps } from './webhooks-terms';

interface RecoverArguments {
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
export async function recoverEndpoint(args: RecoverArguments, deps: WebhookDeps & AskDeps): Promise<number> {
  const { db, output, now } = deps;
  const nowMs = now().getTime();
  const span = readSpan(args, nowMs);
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  const most = await new RecoveryRepository(db).countRecoverable(endpoint, span);
  const [since, until] = [second(span.sinceMs), second(span.untilMs)];
  if (most > ASK_ABOVE && !args.yes) {
    await askYes(`Replay up to ${count(most, 'event')} from ${since} to ${until} to ${endpoint.id}?`, deps);
  }
  const { id: recovery, deliveries } = await recover({ ...span, ...endpoint, endpointId: endpoint.id }, deps);
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
  {
    account,
    endpointId,
    sinceMs,
    untilMs,
  }: Pick<StoredRecovery, 'sinceMs' | 'untilMs'> & Record<'account' | 'endpointId', string>,
  { db, output, now }: WebhookDeps,
): Promise<StoredRecovery> {
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
