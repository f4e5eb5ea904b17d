import { openDatabase } from '@droptrack/persistence';
import { freePort } from '@droptrack/program/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stopProcess } from '../../processes/server-process';
import type { Cleanup } from '../../test/cleanup';
import { Bridge, PREFIX } from './network';
import { Node } from './node';

const FILES = join(__dirname, '../../../deploy/ha');
const SUPERUSER = 'postgres://postgres:replace-superuser';
/** Time within which a cluster becomes whole again on a busy machine. */
const WHOLE_MS_MAX = 240_000;

/** Three nodes behind HAProxy, with a database and a role `droptrack`. */
export class HaCluster {
  private constructor(
    readonly nodes: readonly Node[],
    readonly folder: string,
    private readonly port: number,
  ) {}

  /** By HAProxy, at the leader. */
  get url(): string {
    return `postgres://droptrack:droptrack@127.0.0.1:${this.port}/droptrack`;
  }

  static async start(cleanup: Cleanup): Promise<HaCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'droptrack-ha-'));
    chmodSync(folder, 0o755);
    await cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
    const bridge = new Bridge();
    await cleanup.push(() => bridge.remove());
    const nodes: Node[] = [];
    for (const index of [1, 2, 3]) {
      const node = new Node(index, folder);
      nodes.push(node);
      await cleanup.push(() => node.remove());
    }
    for (const program of ['etcd', 'patroni'] as const) nodes.forEach((node) => node.start(program));
    const port = await freePort();
    const cluster = new HaCluster(nodes, folder, port);
    const haproxy = cluster.#startHaproxy();
    await cleanup.push(() => stopProcess(haproxy));
    await cluster.untilWhole();
    await cluster.#createDatabase();
    return cluster;
  }

  /** The node that holds the key of the leader; null if none does. */
  async leader(): Promise<Node | null> {
    const statuses = await Promise.all(this.nodes.map((node) => node.status('/primary')));
    return this.nodes[statuses.indexOf(200)] ?? null;
  }

  /** Waits until all nodes follow one leader, one of them synchronously. */
  async untilWhole(): Promise<void> {
    for (const endMs = performance.now() + WHOLE_MS_MAX; !(await this.#isWhole()); await pause(250)) {
      if (performance.now() < endMs) continue;
      throw new Error(`The cluster is not whole:\n${this.nodes.map((node) => node.name + node.log()).join('\n')}`);
    }
  }

  async #isWhole(): Promise<boolean> {
    const leader = await this.leader();
    const { members } = (await leader?.cluster().catch(() => null)) ?? { members: [] };
    const are = (role: RegExp) => members.filter((member) => role.test(member.role)).length;
    return (
      members.length === 3 &&
      are(/^leader$/) === 1 &&
      are(/^sync_standby$/) >= 1 &&
      members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
      new Set(members.map(({ timeline }) => timeline)).size === 1
    );
  }

  #startHaproxy(): ChildProcess {
    const text = readFileSync(join(FILES, 'haproxy.cfg'), 'utf8')
      .replaceAll('10.0.0.', PREFIX)
      .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${this.port}`)
      .replace('log /dev/log local0', 'log stdout format raw local0');
    const path = join(this.folder, 'haproxy.cfg');
    writeFileSync(path, text);
    const log = openSync(join(this.folder, 'haproxy.log'), 'a');
    return spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', log, log] });
  }

  async #createDatabase(): Promise<void> {
    const db = openDatabase(`${SUPERUSER}@127.0.0.1:${this.port}/postgres`, { poolSize: 1, applicationName: 'test' });
    await db.query(`CREATE ROLE droptrack LOGIN PASSWORD 'droptrack'`);
    await db.query('CREATE DATABASE droptrack OWNER droptrack');
    await db.close();
  }
}
