import { setTimeout as sleep } from 'node:timers/promises';
import { madeUpDrop } from '../setup/catalogue';
import type { Instance } from '../setup/instance';
import { issue, type Stage } from '../stage';
import { askPaced } from '../wire/paced';
import { getRequest } from '../wire/request';
import { Balancer } from './balancer';

/** Before the first restart, between two, and after the last. */
const REST_MS = 500;
const PIECE_MS = 250;
const AT_ONCE = 32;
const TOLD_MAX = 5;

/** Each instance is stopped and started anew in turn, under load: no request may be lost. */
export async function checkRollingRestart(stage: Stage, instances: readonly Instance[]): Promise<void> {
  stage.progress('A rolling restart under load …');
  const balancer = new Balancer(instances.map(({ port }) => port));
  const load = new RestartLoad(balancer, await requestsOf(stage), stage.plan.restart.perSecond);
  const beganMs = performance.now();
  const stopMs: number[] = [];
  await sleep(REST_MS);
  for (const instance of instances) {
    const signalledMs = performance.now();
    await instance.stop();
    stopMs.push(performance.now() - signalledMs);
    await instance.start();
    await sleep(REST_MS);
  }
  await load.end();
  balancer.close();
  const seconds = (performance.now() - beganMs) / 1_000;
  noteLoad(stage, load, seconds);
  const { refused, closed, stopping } = balancer.passedOn;
  stage.findings.note({
    what: 'rolling restart: passed on to another instance',
    measured: `${refused} not connected, ${closed} closed before an answer, ${stopping} told that it is stopping`,
    bound: 'any number',
    isOk: true,
  });
  stage.findings.noteAtMost('rolling restart: slowest to end after SIGTERM', Math.max(...stopMs), 10_000, ' ms');
}

function noteLoad({ findings }: Stage, { asked, passed, lost }: RestartLoad, seconds: number): void {
  findings.note({
    what: `rolling restart of three under load, ${seconds.toFixed(1)} s: requests lost`,
    measured: `${lost.length} of ${asked}${lost.length === 0 ? '' : `: ${lost.slice(0, TOLD_MAX).join('; ')}`}`,
    bound: 'none',
    isOk: lost.length === 0 && asked === passed && asked > 0,
  });
}

/** Everything that a caller reads. */
async function requestsOf(stage: Stage): Promise<string[]> {
  const key = await issue(stage, 'scale', 1_000_000);
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

/** A steady load, from its making to its end. */
class RestartLoad {
  asked = 0;
  passed = 0;
  /** Why, for each request that did not end in a 200. */
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
    while (!this.#isOver) {
      this.asked += await askPaced({ perSecond, durationMs: PIECE_MS, atOnce: AT_ONCE }, (number) => this.#ask(number));
    }
  }

  async #ask(number: number): Promise<void> {
    try {
      const answer = await this.balancer.ask(this.requests[number % this.requests.length] ?? '');
      if (answer.status === 200) this.passed += 1;
      else this.lost.push(String(answer));
    } catch (error) {
      this.lost.push(String(error));
    }
  }
}
