import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { boundConnections, type ClosedFor } from './bound-connections';
import { PipelinedResponse } from './pipeline';

/** More than the system's buffers of a connection take. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

describe('a server with bounded connections', () => {
  let server: Server;
  const closed: ClosedFor[] = [];
  const clients: Socket[] = [];
  beforeEach(async () => {
    closed.length = 0;
    server = createServer({ ServerResponse: PipelinedResponse }, (request, response) => {
      if (request.url === '/large') response.end(LARGE);
      // Takes three times as long as a client may take not to read.
      else setTimeout(() => response.end('late'), 300);
    });
    boundConnections(server, { connectionsMax: 2, unreadMsMax: 100, onClosed: (reason) => closed.push(reason) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    clients.splice(0).forEach((client) => client.destroy());
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  async function open(): Promise<Socket> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    await new Promise((resolve) => client.once('connect', resolve));
    return client;
  }
  const ended = (client: Socket): Promise<void> =>
    new Promise((resolve) => client.on('error', () => undefined).once('close', () => resolve()));

  it('closes connections over the limit as they come in, and keeps the others', async () => {
    const [first] = [await open(), await open()];
    const third = await open();
    await ended(third.resume());
    expect(closed).toEqual(['limit']);
    first.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => first.once('data', resolve));
  });

  it('closes a connection whose client takes nothing of its response', async () => {
    const client = await open();
    client.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    while (closed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toEqual(['unread']);
    await ended(client.resume());
  });

  it('leaves a connection open whose response takes its time', async () => {
    const client = await open();
    client.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
    const data = await new Promise((resolve) => client.once('data', resolve));
    expect(String(data)).toContain('200 OK');
    expect(closed).toEqual([]);
  });
});
