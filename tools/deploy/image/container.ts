import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComposeService } from '../compose';
import type { BuiltImage } from './build-image';

/** Rights that a service of deploy/compose.yaml takes away from its container. */
export type Confinement = Pick<ComposeService, 'read_only' | 'cap_drop' | 'security_opt'>;

/** Makes a process the first of its namespace, under the account of the image. */
const confine = ({ read_only, cap_drop, security_opt }: Confinement): string => `
set -e
root=$1; secrets=$2; user=$3; group=$4; shift 4
mount --bind $root $root
mount -t proc proc $root/proc
mount --rbind /dev $root/dev
mount -t tmpfs -o size=64m tmpfs $root/tmp
mount --bind $secrets $root/run/secrets
${read_only === true ? 'mount -o remount,bind,ro $root' : ''}
exec chroot $root setpriv --reuid=$user --regid=$group --clear-groups \\
  ${cap_drop?.includes('ALL') === true ? '--bounding-set=-all --inh-caps=-all' : ''} \\
  ${security_opt?.includes('no-new-privileges:true') === true ? '--no-new-privs' : ''} "$@"`;

interface ContainerRun {
  readonly command: readonly string[];
  /** Directory that appears as /run/secrets. */
  readonly secrets: string;
  readonly confinement: Confinement;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A container on the network of this machine. */
export class Container {
  output = '';
  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => void (this.output += text));
    }
  }

  /** Runs the entrypoint of an image with a command. */
  static start(image: BuiltImage, run: ContainerRun): Container {
    return Container.run(image, { ...run, command: [...image.config.Entrypoint, ...run.command] });
  }

  /** Runs a program of the image instead of its entrypoint. */
  static run({ root, config }: BuiltImage, { command, secrets, confinement, environment }: ContainerRun): Container {
    mkdirSync(join(root, 'run/secrets'), { recursive: true });
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
    const confined = ['sh', '-c', confine(confinement), 'sh', root, secrets, ...config.User.split(':'), ...command];
    const ofImage = Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]));
    return new Container(spawn('unshare', [...namespaces, ...confined], { env: { ...ofImage, ...environment } }));
  }

  /** Code with which it ended. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
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
    if (this.child.exitCode === null && this.child.signalCode === null) process.kill(this.pid, 'SIGTERM');
    return this.ended();
  }
}
