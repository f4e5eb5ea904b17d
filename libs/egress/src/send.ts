import { connect, type ConnectWith } from './connect';
import { Connection, type ConnectionLife, type Outgoing } from './connection';
import type { ConnectionPool } from './connection-pool';
import type { Deadline, Step } from './deadline';
import type { EndpointUrl } from './endpoint-url';
import type { Received } from './exchange';
import { isClosed } from './failure-words';

/** What a request is sent with. */
export interface SendWith {
  readonly pool: ConnectionPool;
  readonly connecting: ConnectWith;
  readonly life: ConnectionLife;
  readonly deadline: Deadline;
}

/** What came of it, and how far it got. */
export interface Sent extends Received {
  readonly step: Step;
}

/** Sends a request over a connection that is idle, or over a new one. Never throws. */
export async function send(to: EndpointUrl, outgoing: Outgoing, by: SendWith): Promise<Sent> {
  const { pool, deadline } = by;
  try {
    const place = pool.enter(to.origin, deadline);
    // Mostly there is one at once, and each wait is a turn of the loop.
    if (place !== null) await place;
  } catch (failure) {
    return { ...NOTHING, failure, step: deadline.step };
  }
  try {
    const received = await sendInPlace(to, outgoing, by);
    return { ...received, step: deadline.step };
  } finally {
    pool.leave(to.origin);
  }
}

const NOTHING = { statusCode: null, headers: null, body: null, isWhole: false };

async function sendInPlace(to: EndpointUrl, outgoing: Outgoing, by: SendWith): Promise<Received> {
  const idle = by.pool.takeIdle(to.origin);
  if (idle !== null) {
    const received = await sendOn(idle, to, outgoing, by);
    const wasStale = received.statusCode === null && isClosed(received.failure);
    if (!wasStale) return received;
  }
  try {
    return await sendOn(await open(to, by), to, outgoing, by);
  } catch (failure) {
    return { ...NOTHING, failure };
  }
}

async function sendOn(connection: Connection, to: EndpointUrl, outgoing: Outgoing, by: SendWith): Promise<Received> {
  const received = await connection.exchange(outgoing, by.deadline);
  if (received.isWhole) by.pool.giveBack(to.origin, connection);
  return received;
}

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
