import { connect, type ConnectWith } from './connect';
import { Connection, type ConnectionLife, type Outgoing, type Received } from './connection';
import type { ConnectionPool } from './connection-pool';
import type { Deadline } from './deadline';
import type { EndpointUrl } from './endpoint-url';
import { isClosed } from './failure-message';

/** Dependencies of {@link send}. */
interface SendWith {
  readonly pool: ConnectionPool;
  readonly connecting: ConnectWith;
  readonly life: ConnectionLife;
  readonly deadline: Deadline;
  /** Maximum time for which a slot is held, in milliseconds; the request continues without it. */
  readonly placeMs: number;
}

/**
 * Sends a request over an idle connection, or over a new one. Never throws; the step of the deadline shows its progress.
 */
export async function send(to: EndpointUrl, outgoing: Outgoing, by: SendWith): Promise<Received> {
  const { pool, deadline } = by;
  const place = pool.enter(to.origin, deadline);
  try {
    // Usually a slot is free, and an await would cost a turn of the event loop.
    if (place !== null) await place;
  } catch (failure) {
    return { ...NOTHING, failure };
  }
  const leave = leavingOnce(() => pool.leave(to.origin), by.placeMs);
  try {
    const idle = pool.takeIdle(to.origin);
    if (idle !== null) {
      const received = await idle.exchange(outgoing, deadline);
      if (received.isWhole) pool.giveBack(to.origin, idle);
      if (!wasStale(received)) return received;
    }
    const connection = await open(to, by);
    const received = await connection.exchange(outgoing, deadline);
    if (received.isWhole) pool.giveBack(to.origin, connection);
    return received;
  } catch (failure) {
    return { ...NOTHING, failure };
  } finally {
    leave();
  }
}

/**
 * Releases a slot when called, or by itself after a while. Many endpoints may share an origin, and those that hang must
 * not delay the others.
 */
function leavingOnce(leave: () => void, afterMs: number): () => void {
  let isLeft = false;
  const leaveOnce = (): void => {
    if (isLeft) return;
    isLeft = true;
    clearTimeout(timer);
    leave();
  };
  const timer = setTimeout(leaveOnce, afterMs);
  return leaveOnce;
}

const NOTHING = { statusCode: null, headers: null, body: null, isWhole: false };

/** True if a reused connection was probably closed while it was idle, which shows only on its next use. */
const wasStale = ({ statusCode, failure }: Received): boolean => statusCode === null && isClosed(failure);

async function open(to: EndpointUrl, { pool, connecting, life, deadline }: SendWith): Promise<Connection> {
  const controller = new AbortController();
  deadline.step = 'connect';
  deadline.onPassed = () => controller.abort(deadline.late());
  try {
    const socket = await connect(to, connecting, controller.signal);
    const connection = new Connection(to.origin, socket, life, () => pool.remove(connection));
    pool.add(to.origin, connection);
    return connection;
  } finally {
    deadline.onPassed = null;
  }
}
