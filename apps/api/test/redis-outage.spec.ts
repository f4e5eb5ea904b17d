import { createLogger } from '../src/platform/logging/logger';
import { createLimits } from '../src/platform/rate-limit/limits';
import { describeWithRedis, RedisServer } from './redis-server';
import { until } from './until';

/** Made-up credentials, which Redis rejects, as after a rotation of the password. */
const CREDENTIALS = ['former-user', 'former-password'] as const;

describeWithRedis('the log of an instance that Redis rejects', () => {
  const servers: RedisServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

  /** Lines of every failure, until the condition is true, while these servers are configured. */
  const logged = async (isDone: (log: string) => boolean, ...options: readonly string[][]): Promise<string> => {
    for (const each of options) servers.push(await RedisServer.start(...each));
    return loggedBy(
      servers.map(({ port }) => `redis://${CREDENTIALS.join(':')}@127.0.0.1:${port}`),
      isDone,
    );
  };
  const loggedBy = async (redisNodes: readonly string[], isDone: (log: string) => boolean): Promise<string> => {
    let log = '';
    const logger = createLogger('warn', { write: (line) => void (log += line) });
    let minutes = 0;
    const limits = createLimits({ redisNodes, failedKeys: 100 }, logger, () => (minutes += 1) * 60_000);
    await limits.start();
    await until(() => Promise.resolve(isDone(log))).finally(() => limits.stop());
    return log;
  };
  const PROTECTED = ['--requirepass', 'current'];

  it.each<[string, (log: string) => boolean, string[][]]>([
    ['by its password', (log) => log.includes('WRONGPASS'), [PROTECTED]],
    ['by its command', (log) => log.includes('unknown command'), [['--rename-command', 'AUTH', '']]],
    ['as a cluster', (log) => /WRONGPASS[^]*Failed to refresh/.test(log), [PROTECTED, PROTECTED]],
  ])('states the reason without user and password, rejected %s', async (_, isDone, options) => {
    const log = await logged(isDone, ...options);
    for (const secret of CREDENTIALS) expect(log).not.toContain(secret);
  });

  it('states the address and the code of a connection that failed, and the remedy, without a stack', async () => {
    servers.push(await RedisServer.start());
    await servers[0]!.stop();
    const address = `127.0.0.1:${servers[0]!.port}`;
    const [line = ''] = (await logged((log) => log !== '')).split('\n');
    expect(JSON.parse(line)).toEqual({
      level: 'warn',
      service: 'api',
      time: expect.any(String),
      address,
      code: 'ECONNREFUSED',
      reason: `connect ECONNREFUSED ${address}`,
      msg:
        `Redis does not respond (connect ECONNREFUSED ${address}), at ${address}: check that it runs, and host and port in ` +
        'REDIS_URL; until then this instance counts requests by itself',
    });
  });

  // The start of an instance does not wait for them.
  it('states that all Sentinels are away, without user and password', async () => {
    const nodes = [`redis+sentinel://${CREDENTIALS.join(':')}@127.0.0.1:1/main`, 'redis+sentinel://127.0.0.1:2'];
    const log = await loggedBy(nodes, (text) => text !== '');
    expect(log).toMatch(/at 127\.0\.0\.1:1, 127\.0\.0\.1:2: check that it runs/);
    for (const secret of CREDENTIALS) expect(log).not.toContain(secret);
  });
});
