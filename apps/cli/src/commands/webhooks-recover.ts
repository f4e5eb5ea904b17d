import { countRecoverable, recoverDeliveries, RecoveryUnderWayError } from '@droptrack/persistence';
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

/** Makes due what an endpoint was not told of a span of time: what failed, and what was never made. */
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
  output.progress('Making them due …');
  const deliveries = await recoverDeliveries(db, endpoint.id, span, nowMs).catch((cause: unknown) => {
    if (!(cause instanceof RecoveryUnderWayError)) throw cause;
    throw new CliError('recovery_under_way', cause.message, { cause });
  });
  const document = {
    endpoint: endpoint.id,
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
