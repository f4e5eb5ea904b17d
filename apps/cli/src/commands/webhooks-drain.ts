import { type DrainProgress, retryDeliveriesNow, readDrain, WebhookEndpoints } from '@droptrack/persistence';
import { CliError, EXIT } from '../output/cli-error';
import { count } from '../output/count';
import { stateOf } from './webhooks-list';
import { instant, requireEndpoint, second, type WebhookDeps } from './webhooks-terms';

export interface DrainArguments {
  readonly endpoint: string;
  /** Until nothing of what waited at the start is due or under way. */
  readonly wait: boolean;
}

export interface DrainDeps extends WebhookDeps {
  /** Fires when the person stops watching. */
  readonly signal: AbortSignal;
  /** Resolves after a time, in milliseconds, or when the person stops watching. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** How a drain came out. `put_off`: some were tried and failed, and are due again later. */
type Outcome = 'started' | 'drained' | 'put_off' | 'disabled' | 'interrupted';

const LOOK_EVERY_MS = 500;
/** Looking is to take no more than one part of so many of the database's time. */
const LOOK_SHARE = 10;
/** When nothing has moved for so long, nobody seems to be sending. */
const STILL_MS = 30_000;
const NOTHING: DrainProgress = { open: 0, putOff: 0, nextDueMs: null };

/**
 * Has what waits for an endpoint sent now instead of when its retries are due, at the endpoint's pace. The workers do
 * that, whether somebody watches or not.
 */
export async function drainEndpoint(args: DrainArguments, deps: DrainDeps): Promise<number> {
  const { db, output, now } = deps;
  const nowMs = now().getTime();
  const endpoint = await requireEndpoint(db, args.endpoint, nowMs);
  assertSent(endpoint.id, stateOf(endpoint, nowMs));
  const { retried, lastId } = await retryDeliveriesNow(db, endpoint.id, nowMs, (deliveries) =>
    output.progress(`Making due: ${deliveries} …`),
  );
  const { outcome, left } =
    args.wait && lastId !== null
      ? await watch({ endpointId: endpoint.id, lastId }, deps)
      : {
          outcome: lastId === null ? ('drained' as const) : ('started' as const),
          left: { ...NOTHING, open: endpoint.pending },
        };
  const document = {
    endpoint: endpoint.id,
    outcome,
    brought_forward: retried,
    pending: left.open + left.putOff,
    next_attempt_at: instant(left.nextDueMs),
  };
  output.result(document, describe(outcome, left));
  return outcome === 'put_off' || outcome === 'disabled' ? EXIT.failed : EXIT.done;
}

function assertSent(id: string, state: ReturnType<typeof stateOf>): void {
  if (state === 'disabled') {
    throw new CliError('webhook_disabled', `${id} is disabled: nothing is sent to it`, {
      hint: 'Its owner enables it: PATCH /v1/webhooks/{id} {"enabled":true}',
    });
  }
  if (state === 'paused') {
    throw new CliError('webhook_paused', `${id} is paused: no key of its account that works has webhooks`, {
      hint: 'droptrack keys change <id> --plan pro',
    });
  }
}

async function watch(
  of: { readonly endpointId: string; readonly lastId: string },
  { db, output, now, signal, sleep }: DrainDeps,
): Promise<{ outcome: Outcome; left: DrainProgress }> {
  let left = NOTHING;
  let [fewest, movedMs, isStill] = [Infinity, now().getTime(), false];
  while (!signal.aborted) {
    const beganMs = now().getTime();
    left = await readDrain(db, { ...of, nowMs: beganMs });
    const endpoint = await new WebhookEndpoints(db, null).find(null, of.endpointId);
    if (left.open === 0) return { outcome: left.putOff === 0 ? 'drained' : 'put_off', left };
    if (endpoint === null || !endpoint.enabled) return { outcome: 'disabled', left };
    const { blockedUntilMs, failures } = endpoint;
    const isBlocked = blockedUntilMs !== null && blockedUntilMs > beganMs;
    if (left.open < fewest || isBlocked) [fewest, movedMs] = [Math.min(fewest, left.open), beganMs];
    if (beganMs - movedMs > STILL_MS && !isStill) {
      isStill = true;
      output.note('Nothing has moved for half a minute. Does a worker run? droptrack doctor looks into it.');
    }
    const alone = isBlocked ? `, left alone until ${second(blockedUntilMs)} (${failures} failures in a row)` : '';
    output.progress(`${count(left.open, 'delivery', 'deliveries')} to go${alone} …`);
    await sleep(Math.max(LOOK_EVERY_MS, LOOK_SHARE * (now().getTime() - beganMs)));
  }
  return { outcome: 'interrupted', left };
}

function describe(outcome: Outcome, { open, putOff, nextDueMs }: DrainProgress): string {
  const next = nextDueMs === null ? '' : `; the next is due at ${second(nextDueMs)}`;
  switch (outcome) {
    case 'started':
      return `${count(open, 'delivery', 'deliveries')} due now; the workers send them at the endpoint’s pace. --wait shows how far they are.`;
    case 'drained':
      return 'Nothing waits that did before.';
    case 'put_off':
      return `${count(putOff, 'delivery', 'deliveries')} failed again and will be tried later${next}. droptrack webhooks deliveries tells why.`;
    case 'disabled':
      return `The endpoint was disabled meanwhile; ${count(open, 'delivery', 'deliveries')} wait for its owner to enable it.`;
    case 'interrupted':
      return `${count(open, 'delivery', 'deliveries')} to go; the workers go on with them.`;
  }
}
