import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Fake receiver on loopback that sends invalid HTTP. */
export interface RawReceiver {
  readonly port: number;
  /** Connections that are open. */
  readonly open: number;
  close(): Promise<void>;
}

/**
 * Starts a receiver on a free port.
 *
 * @param onRequest - called once per connection, with its first bytes.
 */
export async function startRawReceiver(onRequest: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => onRequest(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
