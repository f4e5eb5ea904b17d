import { freePort } from '@droptrack/program/testing';
import { Redis } from 'ioredis';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stopProcess } from '../../processes/server-process';
import type { Cleanup } from '../../test/cleanup';

const FILES = join(__dirname, '../../../deploy/ha');
const PASSWORD = 'replace-redis';
const NAME = 'droptrack';
/** Time within which nodes take over or become whole again, on a busy machine. */
const CHANGE_MS_MAX = 120_000;

/** A server by a file of `deploy/ha`, at a port of the loopback address. */
export interface RedisNode {
  readonly port: number;
  readonly folder: string;
  readonly arguments: readonly string[];
  process: ChildProcess;
}

/** A primary and a replica of Redis, and three Sentinels. */
export class RedisNodes {
  private constructor(
    private readonly servers: readonly RedisNode[],
    private readonly sentinels: readonly RedisNode[],
  ) {}

  /** Value of REDIS_URL. */
  get url(): string {
    const [first, ...others] = this.sentinels.map(({ port }) => `127.0.0.1:${port}`);
    return [
      `redis+sentinel://:${PASSWORD}@${first}/${NAME}`,
      ...others.map((each) => `redis+sentinel://${each}`),
    ].join();
  }

  static async start(cleanup: Cleanup): Promise<RedisNodes> {
    const folder = mkdtempSync(join(tmpdir(), 'droptrack-redis-ha-'));
    await cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
    const ports = [await freePort(), await freePort()] as const;
    const start = async (
      file: 'redis.conf' | 'sentinel.conf',
      port: number,
      isReplica: boolean,
    ): Promise<RedisNode> => {
      const own = join(folder, String(port));
      mkdirSync(own);
      writeFileSync(join(own, file), textOf(file, { own, port, primaryPort: ports[0], isReplica }));
      const words = [join(own, file), ...(file === 'sentinel.conf' ? ['--sentinel'] : [])];
      const node = { port, folder: own, arguments: words, process: launch(own, words) };
      await cleanup.push(() => stopProcess(node.process, 'SIGKILL'));
      return node;
    };
    const servers = [await start('redis.conf', ports[0], false), await start('redis.conf', ports[1], true)];
    const sentinels: RedisNode[] = [];
    for (let left = 3; left > 0; left -= 1) sentinels.push(await start('sentinel.conf', await freePort(), false));
    const nodes = new RedisNodes(servers, sentinels);
    await nodes.untilWhole();
    return nodes;
  }

  /** The server that the Sentinels name; null while they are away. */
  async primary(): Promise<RedisNode | null> {
    const [, port] = await this.#ask(this.sentinels[0], 'sentinel', 'get-master-addr-by-name', NAME);
    return this.servers.find((server) => String(server.port) === port) ?? null;
  }

  /** Waits until the Sentinels name another server. */
  async untilAnother(former: RedisNode): Promise<void> {
    await until(async () => {
      const primary = await this.primary();
      return primary !== null && primary !== former;
    });
  }

  /** Starts a server that was killed, by the file as its last configuration left it. */
  restart(server: RedisNode): void {
    server.process = launch(server.folder, server.arguments);
  }

  /** Waits until the primary has its replica, and the Sentinels know both and each other. */
  async untilWhole(): Promise<void> {
    await until(() => this.#isWhole());
  }

  async #isWhole(): Promise<boolean> {
    const [replication = ''] = await this.#ask((await this.primary()) ?? undefined, 'info', 'replication');
    const known = await Promise.all(
      this.sentinels.map(async (sentinel) => {
        const [quorum = ''] = await this.#ask(sentinel, 'sentinel', 'ckquorum', NAME);
        const [replica] = await this.#askLists(sentinel, 'sentinel', 'replicas', NAME);
        return quorum.startsWith('OK 3 usable') && replica?.[replica.indexOf('flags') + 1] === 'slave';
      }),
    );
    return /^role:master\b[^]*state=online/m.test(replication) && !known.includes(false);
  }

  /** Reply of a node as a list of texts; empty while it does not respond. */
  async #ask(node: RedisNode | undefined, command: string, ...words: string[]): Promise<string[]> {
    return [await this.#call(node, command, ...words)].flat().map(String);
  }

  async #askLists(node: RedisNode | undefined, command: string, ...words: string[]): Promise<string[][]> {
    return (await this.#call(node, command, ...words)) as string[][];
  }

  async #call(node: RedisNode | undefined, command: string, ...words: string[]): Promise<unknown> {
    const isServer = node !== undefined && this.servers.includes(node);
    const redis = new Redis(node?.port ?? 0, '127.0.0.1', {
      ...(isServer && { password: PASSWORD }),
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
      commandTimeout: 1_000,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call(command, ...words);
    } catch {
      return [];
    } finally {
      redis.disconnect();
    }
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + CHANGE_MS_MAX; !(await holds()); await pause(200)) {
    if (performance.now() > endMs) throw new Error(`Redis and its Sentinels do not become so: ${holds.toString()}`);
  }
}

function launch(folder: string, words: readonly string[]): ChildProcess {
  const log = openSync(join(folder, 'log'), 'a');
  return spawn('redis-server', words, { stdio: ['ignore', log, log] });
}

interface Place {
  readonly own: string;
  readonly port: number;
  readonly primaryPort: number;
  readonly isReplica: boolean;
}

/** A file of `deploy/ha` with the folder and the ports of a node of this machine. */
function textOf(file: 'redis.conf' | 'sentinel.conf', { own, port, primaryPort, isReplica }: Place): string {
  const original = readFileSync(join(FILES, file), 'utf8');
  const ports = [
    [/^port \d+$/m, `port ${port}`],
    [/^(# replicaof|sentinel monitor droptrack) 10\.0\.0\.1 6379/m, `$1 10.0.0.1 ${primaryPort}`],
    [/^dir .*$/m, `dir ${own}`],
  ] as const;
  for (const [from] of ports) expect(original).toMatch(from);
  const text = ports
    .reduce((given, [from, to]) => given.replace(from, to), original)
    .replaceAll('10.0.0.1', '127.0.0.1');
  return isReplica ? text.replace(/^# (?=replicaof)/m, '') : text;
}
