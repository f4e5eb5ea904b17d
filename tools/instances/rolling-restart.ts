import { setTimeout as sleep } from 'node:timers/promises';
import { sendPaced } from '../load/paced';
import { getRequest } from '../load/requests';
import { Balancer } from './balancer';
import { type InstancesContext, issueUnlimitedKey, madeUpDrop } from './context';
import type { Instance } from './instance';

/** Before the first restart, between two, and after the last. */
const PAUSE_MS = 500;
const SLICE_MS = 250;
const CONCURRENCY = 32;
const LOST_SHOWN_MAX = 5;

/** Restarts one instance after the other under load: no request may be lost. */
export async function checkRollingRestart(context: InstancesContext, instances: readonly Instance[]): Promise<void> {
  const { findings, plan, progress } = context;
  progress('A rolling restart under load …');
  const balancer = new Balancer(instances.map(({ port }) => port));
  const load = new RestartLoad(balancer, await requestsOf(context), plan.restart.perSecond);
  const beganMs = performance.now();
  const stopMs: number[] = [];
  await sleep(PAUSE_MS);
  for (const instance of instances) {
    const signalledMs = performance.now();
    await instance.stop();
    stopMs.push(performance.now() - signalledMs);
    await instance.start();
    await sleep(PAUSE_MS);
  }
  await load.end();
  balancer.close();
  const { sent, succeeded, lost } = load;
  const shown = lost.length === 0 ? '' : `: ${lost.slice(0, LOST_SHOWN_MAX).join('; ')}`;
  findings.add({
    what: `rolling restart of three under load, ${((performance.now() - beganMs) / 1_000).toFixed(1)} s: requests lost`,
    measured: `${lost.length} of ${sent}${shown}`,
    bound: 'none',
    isOk: lost.length === 0 && sent === succeeded && sent > 0,
  });
  const { unreachable, closed, stopping } = balancer.passedOn;
  findings.add({
    what: 'rolling restart: sent to another instance',
    measured: `${unreachable} not connected, ${closed} closed before a response, ${stopping} answered by a shutdown`,
    bound: 'any number',
    isOk: true,
  });
  findings.addAtMost('rolling restart: slowest to end after SIGTERM', Math.max(...stopMs), 10_000, ' ms');
}

/** One request of each kind that a client reads with. */
async function requestsOf(context: InstancesContext): Promise<string[]> {
  const key = await issueUnlimitedKey(context);
  const { id } = madeUpDrop(1);
  const paths = [
    '/v1/drops?limit=100',
    `/v1/drops/${id}`,
    `/v1/drops/${id}/explain`,
    `/v1/drops/${id}/hype?window=30d`,
    '/v1/calendar',
    '/v1/me',
  ];
  return paths.map((path) => getRequest(path, key));
}

/** A steady load from its creation to its end. */
class RestartLoad {
  sent = 0;
  succeeded = 0;
  /** The reason for each request that did not end in a 200. */
  readonly lost: string[] = [];
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(
    private readonly balancer: Balancer,
    private readonly requests: readonly string[],
    perSecond: number,
  ) {
    this.#done = this.#run(perSecond);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #run(perSecond: number): Promise<void> {
    const load = { perSecond, durationMs: SLICE_MS, concurrency: CONCURRENCY, afterEnd: 'drop', tickMs: 1 } as const;
    while (!this.#isOver) this.sent += (await sendPaced(load, (number) => this.#send(number))).sent;
  }

  async #send(number: number): Promise<void> {
    try {
      const response = await this.balancer.send(this.requests[number % this.requests.length] ?? '');
      if (response.status === 200) this.succeeded += 1;
      else this.lost.push(String(response));
    } catch (error) {
      this.lost.push(String(error));
    }
  }
}
