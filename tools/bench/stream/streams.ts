import { connect, type Socket } from 'node:net';

/** Instants at which each stream had an event, milliseconds since the epoch, and bytes of all streams so far. */
interface Arrivals {
  readonly arrivedMs: readonly number[];
  readonly bytes: number;
}

/** Streams that connect at the same time. */
const CONNECTING = 100;

// Streams of one process. Each keeps only the id of its last event: what is measured is the server.
const sockets: Socket[] = [];
let [bytes, wanted] = [0, ''];
let arrivedMs: number[] = [];
let onAll: () => void = () => undefined;

/** Opens streams, and waits until each has received its first block. */
export async function open(port: number, keys: readonly string[], count: number): Promise<void> {
  for (let from = 0; from < count; from += CONNECTING) {
    const size = Math.min(CONNECTING, count - from);
    const several = Array.from({ length: size }, (_, n) => connected(port, keys[(from + n) % keys.length] ?? ''));
    await Promise.all(several);
  }
}

/** Waits until every stream has received an event, from before its publication on. */
export async function until(id: number): Promise<Arrivals> {
  [wanted, arrivedMs] = [`"sequence":${id},"data"`, []];
  await new Promise<void>((resolve) => (onAll = resolve));
  return { arrivedMs, bytes };
}

function connected(port: number, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', reject).on('close', () => reject(new Error(`A stream was closed: ${text.slice(0, 400)}`)));
    socket.write(`GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    const first = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (!text.includes('event: position')) return;
      socket.off('data', first).on('data', received);
      resolve();
    };
    socket.on('data', first);
    sockets.push(socket);
  });
}

function received(chunk: Buffer): void {
  bytes += chunk.length;
  if (wanted === '' || !chunk.includes(wanted, 0, 'latin1')) return;
  arrivedMs.push(Date.now());
  if (arrivedMs.length === sockets.length) onAll();
}
