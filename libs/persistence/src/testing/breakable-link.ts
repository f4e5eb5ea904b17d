import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Network path to a database that a test can break and restore. */
export interface BreakableLink {
  readonly url: string;
  /** Breaks every connection and rejects new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Opens such a path to the database at `url`. */
export async function breakableLink(url: string): Promise<BreakableLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const open = (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      [near, far].forEach(track);
      near.pipe(far).pipe(near);
      // When one end closes, the other must close as well.
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    url: through.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
    restore: async () => void (server = await open(port)),
  };
}
