import type { Instance } from '../setup/instance';
import { Connection } from '../wire/connection';
import { askPaced } from '../wire/paced';
import { getRequest } from '../wire/request';

/** What became of requests with one key. */
export interface BurstOutcome {
  readonly sent: number;
  readonly admitted: number;
  /** Answers other than 200 and 429, by status. */
  readonly others: Readonly<Record<number, number>>;
  /** From the first request to the last answer. */
  readonly elapsedSeconds: number;
}

/** To each instance. */
const CONNECTIONS = 20;
/** Costs a token and little else. */
export const CHEAP_PATH = '/v1/drops?limit=1';

/**
 * Sends requests with one key as fast as they are answered, to all instances at once, each the
 * same number of them.
 */
export async function burst(instances: readonly Instance[], key: string, count: number): Promise<BurstOutcome> {
  const request = getRequest(CHEAP_PATH, key);
  const each = Math.ceil(count / instances.length);
  const lanes = await Promise.all(instances.map(({ port }) => openLanes(port)));
  const tally = new Tally();
  await Promise.all(lanes.map((connections) => askAll(connections, request, each, tally)));
  lanes.flat().forEach((connection) => connection.close());
  return tally.outcome();
}

/** Sends requests with one key at even distances, for so long, to one instance after the other. */
export async function drip(
  instances: readonly Instance[],
  key: string,
  load: { readonly perSecond: number; readonly durationMs: number },
): Promise<BurstOutcome> {
  const tally = new Tally();
  await askPaced({ ...load, atOnce: CONNECTIONS }, async (number) => {
    const answer = await instances[number % instances.length]?.client.get(CHEAP_PATH, key);
    if (answer !== undefined) tally.count(answer.status);
  });
  return tally.outcome();
}

/** Counts answers by status, from its making on. */
class Tally {
  readonly #statuses = new Map<number, number>();
  readonly #beganMs = performance.now();
  #sent = 0;

  count(status: number): void {
    this.#sent += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  outcome(): BurstOutcome {
    const elapsedSeconds = (performance.now() - this.#beganMs) / 1_000;
    const others = [...this.#statuses].filter(([status]) => status !== 200 && status !== 429);
    const admitted = this.#statuses.get(200) ?? 0;
    return { sent: this.#sent, admitted, others: Object.fromEntries(others), elapsedSeconds };
  }
}

function openLanes(port: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
}

async function askAll(connections: readonly Connection[], request: string, count: number, tally: Tally): Promise<void> {
  let asked = 0;
  const lane = async (connection: Connection): Promise<void> => {
    while (asked < count) {
      asked += 1;
      tally.count((await connection.ask(request)).status);
    }
  };
  await Promise.all(connections.map(lane));
}
