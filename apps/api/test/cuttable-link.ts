import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** TCP proxy to a database that a test can cut. */
export interface CuttableLink {
  readonly url: string;
  /** Closes every connection and stops listening. */
  cut(): Promise<void>;
}

/** Starts a proxy to the database at `url`. */
export async function cuttableLink(url: string): Promise<CuttableLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    [near, far].forEach(keep);
    near.pipe(far).pipe(near);
    // When one end closes, the other must close as well.
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
