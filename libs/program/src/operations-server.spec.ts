import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { serveOperations } from './operations-server';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

describe('serveOperations', () => {
  it('stops while connections are open that have sent nothing, or half a request', async () => {
    const server = await serveOperations('METRICS_PORT', LOOPBACK, new Registry());
    const sockets = await Promise.all(
      ['', 'GET /metrics HTTP/1.1\r\n'].map(async (text) => {
        const socket = new Socket().on('error', () => undefined).connect(server.port, LOOPBACK.host);
        await once(socket, 'connect');
        socket.write(text);
        return socket;
      }),
    );
    // It has accepted both: connections are accepted in turn.
    expect((await fetch(`http://${LOOPBACK.host}:${server.port}/metrics`)).status).toBe(200);
    const closed = sockets.map((socket) => once(socket.resume(), 'close'));
    await server.stop();
    await Promise.all(closed);
  });

  it('responds with 500 if the metrics cannot be read', async () => {
    const failing = { contentType: 'text/plain', metrics: () => Promise.reject(new Error('no metrics')) } as never;
    const server = await serveOperations('METRICS_PORT', LOOPBACK, failing);
    expect((await fetch(`http://${LOOPBACK.host}:${server.port}/metrics`)).status).toBe(500);
    await server.stop();
  });

  it('names the variable of a port that is taken', async () => {
    const taken = createServer().listen(LOOPBACK);
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await expect(serveOperations('METRICS_PORT', { ...LOOPBACK, port }, new Registry())).rejects.toThrow(
      `Port ${port} is taken by another program: add METRICS_PORT=`,
    );
    taken.close();
  });
});
