import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisFault } from '@droptrack/program/redis-fault';
import { freePort } from '@droptrack/program/testing';
import { describeWithRedis, RedisServer } from './redis-server';

const faultOf = async (...nodes: string[]) => {
  const fault = await findRedisFault(nodes);
  return fault && `${fault.code}: ${fault.problem}: ${fault.mend}`;
};

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
      'redis_unusable: Redis requires a password: add it to REDIS_URL, as in redis://:password@host:6379',
    );
    expect(await faultOf(`redis://:hidden@127.0.0.1:${port}`)).toBe(
      'redis_unusable: Redis rejects user or password: check them in REDIS_URL',
    );
  });

  it('names a read-only replica', async () => {
    const primary = await start();
    const replica = await start('--replicaof', `127.0.0.1 ${primary.port}`);
    expect(await faultOf(replica.url)).toBe(
      'redis_unusable: REDIS_URL names a read-only replica: set it to the primary',
    );
  });

  it('names a node of a cluster without the others, and several addresses without a cluster', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'droptrack-redis-node-'));
    try {
      // Its second port is 10 000 above the first by default, where connections of other tests can be.
      const busPort = String(await freePort());
      const node = await start('--cluster-enabled', 'yes', '--cluster-port', busPort, '--dir', directory);
      expect(await faultOf(node.url)).toBe(
        'redis_unusable: Redis is a cluster: name several of its nodes in REDIS_URL',
      );
      expect(await faultOf(node.url, 'redis://127.0.0.1:1')).toBeNull();
      const { url } = await start();
      expect(await faultOf(url, url)).toBe('redis_unusable: Redis is not a cluster: name one address in REDIS_URL');
      // A cluster works while one of its nodes is away.
      expect(await faultOf('redis://127.0.0.1:1', node.url)).toBeNull();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('accepts a user that may not read the state of the server', async () => {
    const { port } = await start('--user', 'limited', 'on', '>made-up', '~*', '+@all', '-info');
    expect(await faultOf(`redis://limited:made-up@127.0.0.1:${port}`)).toBeNull();
  });

  // The API then counts by itself, and uses Redis once it is back.
  it('does not take an outage for a wrong setting', async () => {
    const server = await start();
    await server.stop();
    expect(await faultOf(server.url)).toMatch(
      /^redis_unavailable: Redis does not respond \(connect ECONNREFUSED .*\): check that it runs, and host and port in REDIS_URL$/,
    );
    await server.start();
    server.pause();
    expect((await findRedisFault([server.url], 200))?.code).toBe('redis_unavailable');
    server.resume();
  });
});

describeWithRedis('findRedisFault of Sentinels', () => {
  const servers: RedisServer[] = [];
  const started = async (server: Promise<RedisServer>): Promise<number> => {
    servers.push(await server);
    return servers.at(-1)!.port;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
  const urlOf = (port: number, login = '') => `redis+sentinel://${login}127.0.0.1:${port}/main`;
  const AWAY = 'redis+sentinel://127.0.0.1:1';

  it('accepts a primary with a password, by the first Sentinel that responds', async () => {
    const primary = await started(RedisServer.start('--requirepass', 'made up'));
    const sentinel = await started(RedisServer.startSentinel('main', primary));
    expect(await faultOf(urlOf(sentinel, ':made%20up@'), AWAY)).toBeNull();
    expect(await faultOf(urlOf(1, ':made%20up@'), urlOf(sentinel))).toBeNull();
    expect(await faultOf(urlOf(sentinel, ':hidden@'))).toBe(
      'redis_unusable: Redis rejects user or password: check them in REDIS_URL',
    );
  });

  it('names an unknown primary, a server that is no Sentinel, and a Sentinel with a password', async () => {
    const primary = await started(RedisServer.start());
    const other = await started(RedisServer.startSentinel('other', primary));
    const sentinel = await started(RedisServer.startSentinel('main', primary));
    // The client skips a Sentinel that was set up again and knows no primary yet.
    expect(await faultOf(urlOf(other), urlOf(sentinel))).toBeNull();
    expect(await faultOf(urlOf(other))).toBe(
      'redis_unusable: The Sentinels know no primary main: name it in REDIS_URL as "sentinel monitor" does',
    );
    expect(await faultOf(urlOf(primary))).toBe(
      'redis_unusable: A server of REDIS_URL is not a Sentinel: check its port, or begin REDIS_URL with redis://',
    );
    const closed = await started(RedisServer.startSentinel('main', primary, '--requirepass', 'made-up'));
    expect(await faultOf(urlOf(closed, ':made-up@'))).toBe(
      'redis_unusable: A Sentinel of REDIS_URL requires a password: remove it there: only Redis itself may have one',
    );
  });

  // Sentinels promote another server within seconds, and until then the API counts by itself.
  it('does not take a primary or Sentinels that are away for a wrong setting', async () => {
    const primary = await started(RedisServer.start());
    const sentinel = await started(RedisServer.startSentinel('main', primary));
    await servers[0]!.stop();
    for (const url of [urlOf(sentinel), urlOf(1)]) expect(await faultOf(url)).toMatch(/^redis_unavailable: /);
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
    expect(await faultOf(url)).toBe('redis_unusable: Redis 5.0.14 is too old: set REDIS_URL to version 6 or later');
  });

  it('names a server that is not Redis', async () => {
    const url = `redis://${await listen(() => 'HTTP/1.1 400 Bad Request\r\n\r\n')}`;
    expect(await faultOf(url)).toBe(
      'redis_unusable: The server of REDIS_URL is not Redis: check host and port in REDIS_URL',
    );
  });

  /** Server that greets, or reads the first bytes and replies with others, or closes the connection (null). */
  const listenRaw = async (greeting: string, responseTo: (chunk: Buffer) => string | null): Promise<string> => {
    server = createServer((socket) => {
      if (greeting !== '') socket.write(Buffer.from(greeting, 'latin1'));
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => {
          const response = responseTo(chunk);
          if (response === null) socket.destroy();
          else if (response !== '') socket.write(Buffer.from(response, 'latin1'));
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  // PostgreSQL closes the connection at a command of Redis, as an outage does; the port is the likeliest mistake.
  it.each(['S', 'N'])('names PostgreSQL, which responds with %s to a request for TLS', async (response) => {
    const url = await listenRaw('', (chunk) => (chunk[0] === 0 ? response : null));
    expect(await faultOf(url)).toBe(
      'redis_unusable: The server of REDIS_URL is not Redis but PostgreSQL: check host and port in REDIS_URL',
    );
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', /^redis_unusable: The server of REDIS_URL is not Redis/],
    ['220 mail.example.com ESMTP\r\n', /^redis_unusable: The server of REDIS_URL is not Redis/],
    ['\x4a\0\0\0\x0a8.0.39\0', /^redis_unusable: The server of REDIS_URL is not Redis/],
  ])('names a server that greets with %j as not Redis', async (greeting, sentence) => {
    expect(await faultOf(await listenRaw(greeting, () => ''))).toMatch(sentence);
  });

  it('names a server with TLS', async () => {
    const url = await listenRaw('', () => '\x15\x03\x01\0\x02\x02\x46');
    expect(await faultOf(url)).toMatch(/^redis_unusable: The server of REDIS_URL is not Redis/);
  });

  // As a proxy does whose Redis is away.
  it('takes a connection that closes at every request for an outage', async () => {
    expect(await faultOf(await listenRaw('', () => null))).toMatch(/^redis_unavailable: Redis does not respond/);
  });
});
