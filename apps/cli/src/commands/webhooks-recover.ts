import { setTimeout as pause } from 'node:timers/promises';
import {
  countRecoverable,
  queueRecovery,
  readRecovery,
  RecoveryUnderWayError,
  stepRecovery,
  type StoredRecovery,
} from '@droptrack/persistence';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/count';
import { askYes, type AskDeps } from './lists-ask-yes';
import { stateOf } from './webhooks-list';
import { noteOnState } from './webhooks-redeliver';
import { readSpan, requireEndpoint, second, type WebhookDeps } from './webhooks-terms';

export interface RecoverArguments {
  readonly endpoint: string;
  /** A time with its zone, or how long ago: `36h`, `2d`. */
  readonly since: string;
  /** The same; null for now. */
  readonly until: string | null;
  /** Confirmed beforehand. */
  readonly yes: boolean;
}

/** Beyond so many the person is asked: a receiver that has just come back may not want a flood. */
const ASK_ABOVE = 300;

/** Wait for a worker that has the recovery, in milliseconds. */
const LOOK_EVERY_MS = 100;

/**
 * Makes due what an endpoint was not told of a span of time: what failed, and what was never made. The same job as the
 * API's, without its bounds: this command works on it beside the workers, or alone; when it is interrupted they go on.
 */
export async function recoverEndpoint(args: RecoverArguments, deps: WebhookDeps & AskDeps): Promise<number> {
  const { db, output, now } = deps;
  const nowMs = now().getTime();
  const span = readSpan(args, nowMs);
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  const most = await countRecoverable(db, endpoint, span);
  const [since, until] = [second(span.sinceMs), second(span.untilMs)];
  if (most > ASK_ABOVE && !args.yes) {
    await askYes(`Send ${endpoint.id} up to ${count(most, 'event')} of ${since} to ${until}?`, deps);
  }
  const { id: recovery, deliveries } = await recover({ ...span, ...endpoint, endpointId: endpoint.id }, deps);
  const document = {
    endpoint: endpoint.id,
    recovery,
    since: new Date(span.sinceMs).toISOString(),
    until: new Date(span.untilMs).toISOString(),
    deliveries,
  };
  const due = `${count(deliveries, 'delivery', 'deliveries')} of ${since} to ${until} due now.`;
  const notes =
    deliveries === 0 ? ['All that it wants was delivered, or is under way.'] : noteOnState(stateOf(endpoint, nowMs));
  output.result(document, [due, ...notes].join('\n'));
  return EXIT.done;
}

/** @throws {CliError} `recovery_under_way`; `recovery_failed` when the endpoint was deleted meanwhile. */
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
  let recovery: StoredRecovery | null = await queueRecovery(db, order, now().getTime()).catch((cause: unknown) => {
    if (!(cause instanceof RecoveryUnderWayError)) throw cause;
    throw new CliError('recovery_under_way', cause.message, { cause });
  });
  const { id } = recovery;
  while (recovery !== null && recovery.finishedAtMs === null) {
    output.progress(`Making them due: ${recovery.deliveries} …`);
    if ((await stepRecovery(db, now().getTime(), id)) === null) await pause(LOOK_EVERY_MS);
    recovery = await readRecovery(db, endpointId, id);
  }
  if (recovery?.status === 'done') return recovery;
  throw new CliError('recovery_failed', `The recovery ${id} has failed (${recovery?.stoppedBy ?? 'endpoint_deleted'})`);
}
