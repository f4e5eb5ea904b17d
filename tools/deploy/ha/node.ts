import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Namespace, PREFIX } from './network';

const DEPLOY = join(__dirname, '../../../deploy/ha');
const VERSIONS = '/usr/lib/postgresql';

/** State of the cluster as Patroni reports it, in the parts that matter here. */
export interface ClusterState {
  readonly members: readonly {
    readonly name: string;
    readonly role: string;
    readonly state: string;
    readonly timeline?: number;
    readonly lag?: number | string;
  }[];
}

/** A machine of the cluster: etcd, Patroni and PostgreSQL by the files of `deploy/ha`, in a network namespace. */
export class Node {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #network: Namespace;
  readonly #user = { uid: idOf('-u'), gid: idOf('-g') };

  constructor(index: number, folder: string) {
    this.name = `node${index}`;
    this.address = `${PREFIX}${index}`;
    this.#folder = join(folder, this.name);
    mkdirSync(this.#folder, { mode: 0o700 });
    chownSync(this.#folder, this.#user.uid, this.#user.gid);
    this.#network = new Namespace(index);
    this.#write('patroni.yml', [
      ['/var/lib/postgresql/15/droptrack', join(this.#folder, 'data')],
      ['/usr/lib/postgresql/15/bin', join(VERSIONS, readdirSync(VERSIONS).sort()[0] ?? '', 'bin')],
      ['/var/lib/postgresql/patroni.pgpass', join(this.#folder, 'pgpass')],
      ['/var/run/postgresql', this.#folder],
    ]);
    this.#write('etcd', [['/var/lib/etcd/droptrack', join(this.#folder, 'etcd-data')]]);
  }

  /** Starts etcd, or Patroni with PostgreSQL, as the user of PostgreSQL. */
  start(program: 'etcd' | 'patroni'): void {
    const log = openSync(join(this.#folder, `${program}.log`), 'a');
    const settings = program === 'etcd' ? variablesIn(join(this.#folder, 'etcd')) : {};
    const command = program === 'etcd' ? ['etcd'] : ['patroni', join(this.#folder, 'patroni.yml')];
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    spawn('ip', ['netns', 'exec', this.#network.name, ...user, ...command], {
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', log, log],
    });
  }

  /** Sends a signal to its processes: to all, or to those of PostgreSQL. */
  signal(name: NodeJS.Signals, which: 'all' | 'postgres' = 'all'): void {
    for (const pid of this.#network.pids()) {
      try {
        if (which === 'all' || programOf(pid) === 'postgres') process.kill(pid, name);
      } catch (error) {
        // It has ended meanwhile, as a server does when its parent is gone.
        if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    }
  }

  cut = (): void => this.#network.cut();
  restore = (): void => this.#network.restore();

  /** Status of a GET of Patroni; 0 without a response. */
  status(path: string): Promise<number> {
    return this.#get(path).then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** @throws without a response of Patroni. */
  async cluster(): Promise<ClusterState> {
    return (await (await this.#get('/cluster')).json()) as ClusterState;
  }

  /** Last lines of the log of Patroni. */
  log = (): string => readFileSync(join(this.#folder, 'patroni.log'), 'utf8').split('\n').slice(-60).join('\n');

  async remove(): Promise<void> {
    while (this.#network.pids().length > 0) {
      this.signal('SIGCONT');
      this.signal('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.#network.remove();
  }

  #get = (path: string): Promise<Response> =>
    fetch(`http://${this.address}:8008${path}`, { signal: AbortSignal.timeout(2_000) });

  /** Writes a file of `deploy/ha` with the name, addresses and folders of this node. */
  #write(file: string, changes: readonly (readonly [string, string])[]): void {
    const original = readFileSync(join(DEPLOY, file), 'utf8');
    const own = original
      .replace(/^(name: |ETCD_NAME=)node1$/m, `$1${this.name}`)
      // Its own address, as opposed to the addresses of all nodes.
      .replace(/^((?!.*10\.0\.0\.2).*)10\.0\.0\.1(?=:)/gm, `$1${this.address}`)
      .replaceAll('10.0.0.', PREFIX);
    const text = changes.reduce((given, [from, to]) => given.replaceAll(from, to), own);
    for (const [from] of changes) expect(original).toContain(from);
    const path = join(this.#folder, file);
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, this.#user.uid, this.#user.gid);
  }
}

const programOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

const idOf = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

const variablesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('ETCD_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
