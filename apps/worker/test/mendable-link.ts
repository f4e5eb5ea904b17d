import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network path to a database that a test can cut, and mend again. */
export interface MendableLink {
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Puts such a path before the database at `url`. */
export async function mendableLink(url: string): Promise<MendableLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const open = (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      [near, far].forEach(keep);
      near.pipe(far).pipe(near);
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
    mend: async () => void (server = await open(port)),
  };
}
