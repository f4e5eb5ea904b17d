import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithDebian } from '../../../tools/test/debian-programs';

/** On Debian, nginx is not in the PATH of other users than root. */
export const NGINX = spawnSync('nginx', ['-v']).status === 0 ? 'nginx' : '/usr/sbin/nginx';

/** `describe` for tests that need nginx. */
export const describeWithNginx = describeWithDebian({ packages: ['nginx'], probes: [[NGINX, '-v']] });

/** nginx server of a test. */
export class NginxServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
  ) {}

  /**
   * Starts nginx.
   *
   * @param http - content of `http { … }`.
   * @throws {Error} with the message of nginx for an invalid configuration.
   */
  static async start(http: string): Promise<NginxServer> {
    const directory = await mkdtemp(join(tmpdir(), 'droptrack-nginx-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${directory}/${name};`,
    );
    const configuration = join(directory, 'nginx.conf');
    const main = [
      'daemon off;',
      'worker_processes 1;',
      `pid ${directory}/nginx.pid;`,
      `error_log ${directory}/error.log error;`,
      'events { worker_connections 512; }',
      `http { access_log ${directory}/access.log; ${temporary.join(' ')}\n${http}\n}`,
    ];
    await writeFile(configuration, main.join('\n'));
    const options = ['-p', directory, '-e', `${directory}/error.log`, '-c', configuration];
    const check = spawnSync(NGINX, ['-t', ...options], { encoding: 'utf8' });
    if (check.status !== 0) throw new Error(`nginx rejects its configuration\n${check.stderr}`);
    return new NginxServer(spawn(NGINX, options, { stdio: 'ignore' }), directory);
  }

  /** Lines of its access log and its error log. */
  async log(): Promise<string> {
    const files = ['access.log', 'error.log'].map((name) => readFile(join(this.directory, name), 'utf8'));
    return (await Promise.all(files)).join('');
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.kill('SIGTERM')) await ended;
    await rm(this.directory, { recursive: true, force: true });
  }
}
