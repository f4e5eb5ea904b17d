import type { Instance } from '../setup/instance';
import { Connection } from '../wire/connection';
import { getRequest } from '../wire/request';

/** What became of requests with one key. */
export interface BurstOutcome {
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
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
  const statuses = new Map<number, number>();
  const beganMs = performance.now();
  await Promise.all(lanes.map((connections) => askAll(connections, request, each, statuses)));
  const elapsedSeconds = (performance.now() - beganMs) / 1_000;
  lanes.flat().forEach((connection) => connection.close());
  const { 200: admitted = 0, 429: refused = 0, ...others } = Object.fromEntries(statuses) as Record<number, number>;
  return { sent: each * instances.length, admitted, refused, others, elapsedSeconds };
}

function openLanes(port: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
}

async function askAll(
  connections: readonly Connection[],
  request: string,
  count: number,
  statuses: Map<number, number>,
): Promise<void> {
  let asked = 0;
  const lane = async (connection: Connection): Promise<void> => {
    while (asked < count) {
      asked += 1;
      const { status } = await connection.ask(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(connections.map(lane));
}
