import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltImage } from './build-image';

/** Makes a process the first of its namespace, on a read-only root, as an account without any capability. */
const CONFINE = `
set -e
root=$1; secrets=$2; user=$3; group=$4; shift 4
mount --bind $root $root
mount -t proc proc $root/proc
mount --rbind /dev $root/dev
mount -t tmpfs -o size=64m tmpfs $root/tmp
mount --bind $secrets $root/run/secrets
mount -o remount,bind,ro $root
exec chroot $root setpriv --reuid=$user --regid=$group --clear-groups --bounding-set=-all --inh-caps=-all \\
  --no-new-privs "$@"`;

/** A container on the network of this machine, confined as deploy/compose.yaml demands. */
export class Container {
  output = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => void (this.output += text));
    }
  }

  /**
   * Runs the entrypoint of an image with a command.
   *
   * @param secrets - directory that appears as /run/secrets.
   */
  static start(
    { root, config }: BuiltImage,
    secrets: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Container {
    return Container.run({ root, config }, secrets, [...config.Entrypoint, ...command], environment);
  }

  /** Runs a program of the image instead of its entrypoint. */
  static run(
    { root, config }: Pick<BuiltImage, 'root' | 'config'>,
    secrets: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Container {
    mkdirSync(join(root, 'run/secrets'), { recursive: true });
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
    const confined = ['sh', '-c', CONFINE, 'sh', root, secrets, ...config.User.split(':'), ...command];
    const ofImage = Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]));
    return new Container(spawn('unshare', [...namespaces, ...confined], { env: { ...ofImage, ...environment } }));
  }

  /** Code with which it ended; null if a signal has ended it. */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** Id of its first process on this machine. */
  get pid(): number {
    const [pid] = spawnSync('pgrep', ['-P', String(this.child.pid)], { encoding: 'utf8' }).stdout.split('\n');
    return Number(pid);
  }

  /** Field of /proc/<pid>/status, such as `NSpid`. */
  status(field: string): string {
    const text = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? '';
  }

  /** Sends the signal by which the image asks to be stopped. @returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.isRunning) process.kill(this.pid, 'SIGTERM');
    return this.ended();
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
