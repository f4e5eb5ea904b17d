import { Connection } from '../../load/connection';
import { sendPaced } from '../../load/paced';
import { getRequest } from '../../load/requests';
import type { Instance } from '../instance';

/** The outcome of requests with one key. */
export interface BurstOutcome {
  readonly sent: number;
  readonly admitted: number;
  /** Responses other than 200 and 429, by status. */
  readonly others: Readonly<Record<number, number>>;
  /** From the first request to the last response. */
  readonly elapsedSeconds: number;
}

/** To each instance. */
const CONNECTIONS = 20;
/** Costs a token and little else. */
export const CHEAP_PATH = '/v1/drops?limit=1';

/** Sends requests with one key as fast as they are answered, the same number to each instance at once. */
export async function burst(instances: readonly Instance[], key: string, count: number): Promise<BurstOutcome> {
  const request = getRequest(CHEAP_PATH, key);
  const each = Math.ceil(count / instances.length);
  const openAll = ({ port }: Instance): Promise<Connection[]> =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open({ port, discardsBodies: true })));
  const connections = await Promise.all(instances.map(openAll));
  const statuses = new StatusCounter();
  const sendEach = async (own: readonly Connection[]): Promise<void> => {
    let sent = 0;
    const repeat = async (connection: Connection): Promise<void> => {
      while (sent++ < each) statuses.count((await connection.send(request)).status);
    };
    await Promise.all(own.map(repeat));
  };
  await Promise.all(connections.map(sendEach));
  connections.flat().forEach((connection) => connection.close());
  return statuses.outcome();
}

/** Sends requests with one key at even distances to the instances, one after the other. */
export async function drip(
  instances: readonly Instance[],
  key: string,
  load: { readonly perSecond: number; readonly durationMs: number },
): Promise<BurstOutcome> {
  const statuses = new StatusCounter();
  const limits = { concurrency: CONNECTIONS, afterEnd: 'drop', tickMs: 1 } as const;
  await sendPaced({ ...load, ...limits }, async (number) => {
    const response = await instances[number % instances.length]?.client.get(CHEAP_PATH, key);
    if (response !== undefined) statuses.count(response.status);
  });
  return statuses.outcome();
}

/** Counts responses by status, from its creation on. */
class StatusCounter {
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
