import { setTimeout } from 'node:timers/promises';
import { type DrainProgress, DeliveryRepository, EndpointRepository } from '@droptrack/persistence';
import { CliError, EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import { stateOf } from './list';
import { instant, requireEndpoint, second } from './terms';
import type { InterruptibleSession, OpenSession } from '../../session/session';

export interface DrainEndpoint {
  readonly endpoint: string;
  /** Waits until no delivery that was pending at the start is due or in flight. */
  readonly wait: boolean;
}

/** Its signal aborts when the operator stops watching. */
type DrainSession = OpenSession & InterruptibleSession;

/** Resolves after a time, or when the operator stops watching. */
type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const sleepUntilStopped: Sleep = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

/** Outcome of a drain. `put_off`: some deliveries failed again and are scheduled for a later retry. */
type Outcome = 'started' | 'drained' | 'put_off' | 'disabled' | 'interrupted';

const POLL_INTERVAL_MS = 500;
/** Reciprocal of the share of time that the polling query may take. */
const POLL_SHARE = 10;
/** Time without progress after which no worker seems to be running. */
const STALLED_MS = 30_000;
const NOTHING: DrainProgress = { open: 0, waiting: 0, nextDueMs: null };

/**
 * Schedules the pending deliveries of an endpoint to be retried now instead of at their next attempt, within the
 * concurrency limit of the endpoint. The workers send them, with or without `--wait`.
 */
export async function drainEndpoint(
  args: DrainEndpoint,
  session: DrainSession,
  sleep = sleepUntilStopped,
): Promise<number> {
  const { db, output, now } = session;
  const nowMs = now().getTime();
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  assertSent(endpoint.id, stateOf(endpoint, nowMs));
  const { retried, lastId } = await new DeliveryRepository(db).retryNow(endpoint.id, nowMs, (deliveries) =>
    output.progress(`Scheduling: ${count(deliveries, 'delivery', 'deliveries')} …`),
  );
  const { outcome, left } =
    args.wait && lastId !== null
      ? await watch({ endpointId: endpoint.id, lastId }, session, sleep)
      : {
          outcome: lastId === null ? ('drained' as const) : ('started' as const),
          left: { ...NOTHING, open: endpoint.pending },
        };
  const document = {
    endpoint: endpoint.id,
    outcome,
    brought_forward: retried,
    pending: left.open + left.waiting,
    next_attempt_at: instant(left.nextDueMs),
  };
  output.result(document, describe(outcome, left));
  return outcome === 'put_off' || outcome === 'disabled' ? EXIT.failed : EXIT.done;
}

function assertSent(id: string, state: ReturnType<typeof stateOf>): void {
  if (state === 'disabled') {
    throw new CliError('webhook_disabled', `${id} is disabled: nothing is sent to it`, {
      hint: 'Its owner can enable it: PATCH /v1/webhooks/{id} {"enabled":true}',
    });
  }
  if (state === 'paused') {
    throw new CliError('webhook_paused', `${id} is paused: its account has no active key with webhooks`, {
      hint: 'Move a key to a plan with webhooks: droptrack keys change <id> --plan pro',
    });
  }
}

async function watch(
  of: { readonly endpointId: string; readonly lastId: string },
  { db, output, now, signal }: DrainSession,
  sleep: Sleep,
): Promise<{ outcome: Outcome; left: DrainProgress }> {
  let left = NOTHING;
  let [fewest, movedMs, isStalled] = [Infinity, now().getTime(), false];
  while (!signal.aborted) {
    const beganMs = now().getTime();
    left = await new DeliveryRepository(db).readDrain({ ...of, nowMs: beganMs });
    const endpoint = await new EndpointRepository(db, null).find(null, of.endpointId);
    if (left.open === 0) return { outcome: left.waiting === 0 ? 'drained' : 'put_off', left };
    if (endpoint === null || !endpoint.enabled) return { outcome: 'disabled', left };
    const { blockedUntilMs, failures } = endpoint;
    const isBlocked = blockedUntilMs !== null && blockedUntilMs > beganMs;
    if (left.open < fewest || isBlocked) [fewest, movedMs] = [Math.min(fewest, left.open), beganMs];
    if (beganMs - movedMs > STALLED_MS && !isStalled) {
      isStalled = true;
      output.note('No progress for 30 s. Check that a worker is running: droptrack doctor');
    }
    const breaker = isBlocked
      ? `, circuit breaker open until ${second(blockedUntilMs)} (${failures} failures in a row)`
      : '';
    output.progress(`${count(left.open, 'delivery', 'deliveries')} left${breaker} …`);
    await sleep(Math.max(POLL_INTERVAL_MS, POLL_SHARE * (now().getTime() - beganMs)), signal);
  }
  return { outcome: 'interrupted', left };
}

function describe(outcome: Outcome, { open, waiting, nextDueMs }: DrainProgress): string {
  const next = nextDueMs === null ? '' : `, the next at ${second(nextDueMs)}`;
  switch (outcome) {
    case 'started':
      return `${count(open, 'delivery', 'deliveries')} scheduled; the workers send them now, within the concurrency limit of the endpoint. Use --wait to see their progress.`;
    case 'drained':
      return 'All pending deliveries were sent.';
    case 'put_off':
      return `${count(waiting, 'delivery', 'deliveries')} failed again and will be retried later${next}. To see why: droptrack webhooks deliveries`;
    case 'disabled':
      return `The endpoint was disabled; ${count(open, 'delivery', 'deliveries')} pending until its owner enables it.`;
    case 'interrupted':
      return `${count(open, 'delivery', 'deliveries')} left; the workers continue with them.`;
  }
}
