import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@droptrack/program/testing';
import Redis from 'ioredis';
import { until } from './until';

/** Masters of the cluster; each has one replica. */
const MASTERS = 3;
/** Time after which a node counts as failed, in milliseconds. */
const NODE_TIMEOUT_MS = 1_000;

interface Node {
  readonly port: number;
  readonly process: ChildProcess;
}

/** Redis Cluster of a test, on free ports, in a directory of its own. */
export class RedisCluster {
  private constructor(
    private readonly nodes: readonly Node[],
    private readonly directory: string,
  ) {}

  static async start(): Promise<RedisCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'droptrack-redis-cluster-'));
    const nodes: Node[] = [];
    for (let index = 0; index < 2 * MASTERS; index += 1) nodes.push(await startNode(directory));
    const cluster = new RedisCluster(nodes, directory);
    for (const { port } of nodes) await until(() => ask(port, 'ping').then((reply) => reply === 'PONG'));
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const options = ['--cluster-replicas', '1', '--cluster-yes'];
    await promisify(execFile)('redis-cli', ['--cluster', 'create', ...addresses, ...options]);
    await cluster.untilOk();
    // A replica that has no data yet cannot take over.
    for (const { port } of nodes) {
      await until(async () => !(await ask(port, 'info', 'replication')).includes('master_link_status:down'));
    }
    return cluster;
  }

  /** Two of the nodes; a client finds the others. */
  get nodeUrls(): string[] {
    return this.nodes.slice(0, 2).map(({ port }) => `redis://127.0.0.1:${port}`);
  }

  /** Waits until every slot has a master that is alive. */
  async untilOk(): Promise<void> {
    for (const { port } of this.#alive()) {
      await until(async () => (await ask(port, 'cluster', 'info')).includes('cluster_state:ok'));
    }
  }

  /** Number of keys of each master that is alive. */
  async keysOfMasters(): Promise<number[]> {
    const sizes = this.#alive().map(async ({ port }) => {
      const [role] = (await ask(port, 'role')).split(',');
      return role === 'master' ? [Number(await ask(port, 'dbsize'))] : [];
    });
    return (await Promise.all(sizes)).flat();
  }

  /** Kills the master of a key; its replica takes over. */
  async killMasterOf(key: string): Promise<void> {
    const [anyone] = this.#alive();
    const slot = Number(await ask(anyone?.port ?? 0, 'cluster', 'keyslot', key));
    const ranges = await slotsOf(anyone?.port ?? 0);
    const port = ranges.find(([first, last]) => first <= slot && slot <= last)?.[2][1];
    const master = this.nodes.find((node) => node.port === port);
    if (master !== undefined) await kill(master);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#alive().map(kill));
    await rm(this.directory, { recursive: true, force: true });
  }

  #alive(): Node[] {
    return this.nodes.filter(({ process }) => process.exitCode === null && process.signalCode === null);
  }
}

async function startNode(directory: string): Promise<Node> {
  const port = await freePort();
  const options = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: 'no',
    'repl-diskless-sync-delay': 0,
    'cluster-enabled': 'yes',
    // By default it is 10 000 above the first port, where connections of other tests can be.
    'cluster-port': await freePort(),
    'cluster-config-file': `nodes-${port}.conf`,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return { port, process: spawn('redis-server', words, { stdio: 'ignore' }) };
}

/** Reply of a node as text; empty while it does not respond. */
async function ask(port: number, command: string, ...words: string[]): Promise<string> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return String(await redis.call(command, ...words));
  } catch {
    return '';
  } finally {
    redis.disconnect();
  }
}

/** Ranges of slots with the address of their master, as a node knows them. */
async function slotsOf(port: number): Promise<[first: number, last: number, master: [host: string, port: number]][]> {
  const redis = new Redis(port, '127.0.0.1');
  try {
    const ranges = await redis.cluster('SLOTS');
    return ranges.flatMap(([first, last, master]) => (master ? [[first, last, [master[0], master[1]]]] : []));
  } finally {
    redis.disconnect();
  }
}

async function kill({ process }: Node): Promise<void> {
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}
