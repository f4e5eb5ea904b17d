import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const MIRROR = 'http://deb.debian.org/debian';
const NAMESPACES = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup'];
const PATH = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Longest start of a guest, and its longest end before it is killed. */
const START_MS_MAX = 300_000;
const STOP_MS_MAX = 60_000;
/** Control groups of version 2, which some systems have beside those of version 1. */
const GROUPS = existsSync('/sys/fs/cgroup/unified') ? '/sys/fs/cgroup/unified' : '/sys/fs/cgroup';

/** A Debian with a systemd of its own, in namespaces of this machine and without a network. Only root can start one. */
export class Guest {
  /** Its tree, as this machine sees it. */
  readonly root: string;
  private readonly group: string;
  private process: ChildProcess | undefined;

  constructor(private readonly folder = mkdtempSync(join(tmpdir(), 'droptrack-guest-'))) {
    this.root = join(folder, 'root');
    this.group = join(GROUPS, `droptrack-guest-${process.pid}`);
  }

  /** Installs a Debian release. @throws {Error} with the last lines of debootstrap. */
  install(release: string, packages: readonly string[]): void {
    const include = `--include=systemd,systemd-sysv,dbus,${packages.join(',')}`;
    const { status, stdout } = spawnSync('debootstrap', ['--variant=minbase', include, release, this.root, MIRROR], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`debootstrap failed: ${stdout.slice(-500)}`);
  }

  /** Starts systemd, and waits until it has started what is enabled. @throws {Error} if that takes too long. */
  async start(): Promise<void> {
    mkdirSync(this.group);
    const enter = `echo $$ > ${this.group}/cgroup.procs; exec unshare ${NAMESPACES.join(' ')} --kill-child sh "$0" "$1"`;
    this.process = spawn('sh', ['-c', enter, join(__dirname, 'boot.sh'), this.root], { stdio: 'ignore' });
    const endMs = performance.now() + START_MS_MAX;
    for (let state = ''; !/running|degraded/.test(state); await wait(200)) {
      // Degraded counts: a guest loads no kernel modules.
      state = this.tryRun('systemctl is-system-running').output;
      if (performance.now() > endMs) throw new Error(`The guest has not started: ${state}`);
    }
  }

  /** Runs a script of sh as root. @throws {Error} with its output, unless it exits with 0. */
  run(script: string): string {
    const { status, output } = this.tryRun(`set -e\n${script}`);
    if (status !== 0) throw new Error(`${script}\nexited with ${status}:\n${output}`);
    return output;
  }

  /** Ends it, also where it has not started or does not respond. */
  async stop(): Promise<void> {
    const running = this.process;
    if (running !== undefined && running.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'exit');
      this.tryRun('systemctl poweroff --force', STOP_MS_MAX);
      const overdue = setTimeout(() => running.kill('SIGKILL'), STOP_MS_MAX);
      await ended;
      clearTimeout(overdue);
    }
    // Its groups are empty, and have groups of services in them.
    spawnSync('find', [this.group, '-depth', '-type', 'd', '-delete']);
  }

  delete(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param timeout - in milliseconds; none by default. */
  private tryRun(script: string, timeout?: number): { status: number | null; output: string } {
    const pid = this.process?.pid;
    const children = `/proc/${pid}/task/${pid}/children`;
    const init = existsSync(children) ? readFileSync(children, 'utf8').trim() : '';
    if (init === '') return { status: null, output: 'the guest has not started' };
    const enter = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--root', '--wd', '--target', init];
    const environment = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8'];
    const { status, stdout } = spawnSync('nsenter', [...enter, ...environment, 'sh'], {
      input: `exec 2>&1\n${script}`,
      encoding: 'utf8',
      ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' }),
    });
    return { status, output: stdout };
  }
}
