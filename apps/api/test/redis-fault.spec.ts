import { type AddressInfo, createServer, type Server } from 'node:net';
import { findRedisFault } from '@droptrack/program/redis-fault';
import { describeWithRedis, RedisServer } from './redis-server';

const faultOf = async (url: string) => (await findRedisFault(url))?.message ?? null;

describeWithRedis('findRedisFault', () => {
  const servers: RedisServer[] = [];
  const start = async (...options: string[]) => {
    const server = await RedisServer.start(...options);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

  it('accepts a primary, with and without a password', async () => {
    expect(await faultOf((await start()).url)).toBeNull();
    const { port } = await start('--requirepass', 'made-up');
    expect(await faultOf(`redis://:made-up@127.0.0.1:${port}`)).toBeNull();
  });

  it('names a missing and a wrong password, without it', async () => {
    const { port, url } = await start('--requirepass', 'made-up');
    expect(await faultOf(url)).toBe(
      'Redis requires a password: add it to REDIS_URL, as in redis://:password@host:6379',
    );
    expect(await faultOf(`redis://:hidden@127.0.0.1:${port}`)).toBe(
      'Redis rejects user or password: check them in REDIS_URL',
    );
  });

  it('names a read-only replica', async () => {
    const primary = await start();
    const replica = await start('--replicaof', `127.0.0.1 ${primary.port}`);
    expect(await faultOf(replica.url)).toBe('REDIS_URL names a read-only replica: set it to the primary');
  });

  // The API then counts by itself, and uses Redis once it is back.
  it('does not take an outage for a wrong setting', async () => {
    const server = await start();
    await server.stop();
    expect(await faultOf(server.url)).toBeNull();
  });
});

describe('findRedisFault of other servers', () => {
  let server: Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  /** Server with a reply for each command. */
  const listen = async (replyTo: (command: string) => string): Promise<string> => {
    server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => {
          for (const command of chunk.toString().split(/^(?=\*)/m)) socket.write(replyTo(command));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('names a version that is too old', async () => {
    const info = '# Server\r\nredis_version:5.0.14\r\n# Replication\r\nrole:master\r\n';
    const reply = `$${info.length}\r\n${info}\r\n`;
    const url = `redis://${await listen((command) => (/info\r\n$/i.test(command) ? reply : '+OK\r\n'))}`;
    expect(await faultOf(url)).toBe('Redis 5.0.14 is too old: set REDIS_URL to version 6 or later');
  });

  it('names a server that is not Redis', async () => {
    const url = `redis://${await listen(() => 'HTTP/1.1 400 Bad Request\r\n\r\n')}`;
    expect(await faultOf(url)).toBe('The server of REDIS_URL is not Redis: check host and port in REDIS_URL');
  });
});
