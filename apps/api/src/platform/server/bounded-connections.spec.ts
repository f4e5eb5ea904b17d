import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { boundConnections, type ClosedFor } from './http-server';
import { until } from '../../../test/until';
import { PipelinedResponse } from './http-server';

/** More bytes than the system buffers for a connection. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

describe('a server with bounded connections', () => {
  let server: Server;
  const closed: ClosedFor[] = [];
  const clients: Socket[] = [];
  async function listen(unreadMsMax?: number): Promise<void> {
    closed.length = 0;
    server = createServer({ ServerResponse: PipelinedResponse }, (request, response) => {
      if (request.url === '/large') response.end(LARGE);
      // Longer than the time after which a client that does not read is disconnected.
      else setTimeout(() => response.end('late'), 1_500);
    });
    boundConnections(server, {
      connectionsMax: 2,
      onClosed: (reason) => closed.push(reason),
      ...(unreadMsMax && { unreadMsMax }),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  afterEach(() => {
    clients.splice(0).forEach((client) => client.destroy());
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  /** A connection whose errors are ignored: the server can close it at any time. */
  function open(request = ''): { readonly client: Socket; readonly gone: Promise<void> } {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    clients.push(client);
    if (request !== '') client.write(`GET ${request} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return { client, gone: new Promise((resolve) => client.once('close', () => resolve())) };
  }
  const firstBytes = (client: Socket): Promise<string> =>
    new Promise((resolve) => client.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1'))));

  it('closes new connections over the limit, and keeps the others', async () => {
    await listen();
    const [first] = [open('/late'), open('/late')];
    const answer = firstBytes(first.client);
    await open().gone;
    expect(closed).toEqual(['limit']);
    expect(await answer).toContain('200 OK');
  });

  it('closes a connection whose client does not read its response', async () => {
    await listen(100);
    const { client, gone } = open('/large');
    client.pause();
    await until(() => Promise.resolve(closed.length > 0));
    expect(closed).toEqual(['unread']);
    client.resume();
    await gone;
  });

  it('keeps a connection open whose response is slow', async () => {
    await listen(500);
    expect(await firstBytes(open('/late').client)).toContain('200 OK');
    expect(closed).toEqual([]);
  });
});
