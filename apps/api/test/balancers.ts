import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@droptrack/program/testing';
import { generate } from 'selfsigned';
import { describeWithDebian } from '../../../tools/test/debian-programs';
import { NGINX, NginxServer } from './nginx-server';
import { until } from './until';

const DEPLOY = join(__dirname, '../../../deploy');

/** A balancer that was started with its file of `deploy/`. */
export interface Balancer {
  readonly name: BalancerName;
  /** Address on this machine; requests name the host {@link API_HOST}. */
  readonly origin: string;
  /** Address without TLS. */
  readonly plainOrigin: string;
  /** Address of the API for the explorer on the same machine; null for a balancer without a file for it. */
  readonly localOrigin: string | null;
  /** Lines that it has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

export type BalancerName = 'nginx' | 'haproxy' | 'caddy';
/** Hosts of the files. */
export const API_HOST = 'api.example.com';
export const EXPLORER_HOST = 'drops.example.com';

/** Ports of the instances behind a balancer: two of each kind, as the files have them. */
export interface BalancedPorts {
  readonly api: readonly [number, number];
  readonly explorer: readonly [number, number];
}

/** `describe` for tests that need these balancers. */
export const describeWithBalancers = (...names: readonly BalancerName[]): jest.Describe =>
  describeWithDebian({
    packages: names,
    probes: names.map((name) => (name === 'nginx' ? [NGINX, '-v'] : [name, name === 'caddy' ? 'version' : '-v'])),
  });

/** Starts a balancer with its file, and waits until an instance of the API responds through it. */
export async function startBalancer(name: BalancerName, ports: BalancedPorts): Promise<Balancer> {
  const [directory, plain, secure] = await Promise.all([
    mkdtemp(join(tmpdir(), `droptrack-${name}-`)),
    freePort(),
    freePort(),
  ]);
  const place = { directory, plain, secure, ports };
  const { origin, localOrigin, log, stop } = await { nginx: startNginx, haproxy: startHaproxy, caddy: startCaddy }[
    name
  ](place);
  const balancer: Balancer = {
    name,
    origin,
    plainOrigin: `http://127.0.0.1:${plain}`,
    localOrigin: localOrigin ?? null,
    log,
    stop: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  try {
    await until(async () => (await statusOf(`${origin}/readyz`)) === '200', 100);
  } catch (error) {
    await balancer.stop();
    throw error;
  }
  return balancer;
}

/** Status of a response behind a balancer, whose certificate no authority has signed; `000` without a response. */
export async function statusOf(url: string): Promise<string> {
  const options = ['-sk', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${API_HOST}`];
  const { stdout } = await promisify(execFile)('curl', [...options, url]).catch((error: { stdout: string }) => error);
  return stdout;
}

interface Place {
  readonly directory: string;
  readonly plain: number;
  readonly secure: number;
  readonly ports: BalancedPorts;
}

type Started = Pick<Balancer, 'origin' | 'log' | 'stop'> & { readonly localOrigin?: string };

async function startNginx({ directory, plain, secure, ports }: Place): Promise<Started> {
  await writeCertificate(directory);
  const [file, localFile] = await Promise.all(
    ['droptrack.conf', 'droptrack-local.conf'].map((name) => readFile(join(DEPLOY, 'nginx', name), 'utf8')),
  );
  const local = await freePort();
  const http = substitute(addressed(file ?? '', ports), [
    ['/etc/ssl/droptrack/', `${directory}/`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
  ]);
  const localHttp = substitute(localFile ?? '', [['listen 127.0.0.1:8080;', `listen 127.0.0.1:${local};`]]);
  const nginx = await NginxServer.start(`${http}\n${localHttp}`);
  return {
    origin: `https://127.0.0.1:${secure}`,
    localOrigin: `http://127.0.0.1:${local}`,
    log: () => nginx.log(),
    stop: () => nginx.stop(),
  };
}

async function startHaproxy({ directory, plain, secure, ports }: Place): Promise<Started> {
  await writeCertificate(directory);
  const file = await readFile(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8');
  const text = substitute(addressed(file, ports), [
    ['/etc/ssl/droptrack/', `${directory}/`],
    ['bind :80\n', `bind 127.0.0.1:${plain}\n`],
    ['bind :443 ', `bind 127.0.0.1:${secure} `],
    ['log /dev/log local0', 'log stdout format raw local0'],
    // Only root can give up its rights.
    ...(process.getuid?.() === 0
      ? []
      : [['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''] as const]),
  ]);
  const path = join(directory, 'haproxy.cfg');
  await writeFile(path, text);
  return { origin: `https://127.0.0.1:${secure}`, ...spawnLogged(directory, 'haproxy', ['-db', '-f', path]) };
}

/** Its file is used as it is: the addresses are variables. Certificates of a public authority cannot be had here. */
async function startCaddy({ directory, plain, ports }: Place): Promise<Started> {
  const addresses = (list: readonly number[]) => list.map((port) => `127.0.0.1:${port}`).join(' ');
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    CADDY_ADMIN: `unix/${directory}/admin.sock`,
    API_SITE: `http://${API_HOST}:${plain}`,
    EXPLORER_SITE: `http://${EXPLORER_HOST}:${plain}`,
    API_UPSTREAMS: addresses(ports.api),
    EXPLORER_UPSTREAMS: addresses(ports.explorer),
  };
  const options = ['run', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'caddy/Caddyfile')];
  return { origin: `http://127.0.0.1:${plain}`, ...spawnLogged(directory, 'caddy', options, env) };
}

/** Starts a program whose output is its log. */
function spawnLogged(directory: string, program: string, args: readonly string[], env = process.env) {
  const path = join(directory, 'log');
  const output = openSync(path, 'a');
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] });
  return { log: () => readFile(path, 'utf8'), stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill('SIGKILL')) await ended;
}

async function writeCertificate(directory: string): Promise<void> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: API_HOST }], { algorithm: 'sha256' });
  await Promise.all([
    writeFile(join(directory, 'fullchain.pem'), cert),
    writeFile(join(directory, 'privkey.pem'), key),
    writeFile(join(directory, 'droptrack.pem'), `${cert}\n${key}`),
  ]);
}

/** Replaces the instances of a file. */
function addressed(file: string, { api, explorer }: BalancedPorts): string {
  const text = substitute(file, [
    ['10.0.0.1:3000', `127.0.0.1:${api[0]}`],
    ['10.0.0.2:3000', `127.0.0.1:${api[1]}`],
    ['10.0.0.1:3001', `127.0.0.1:${explorer[0]}`],
    ['10.0.0.2:3001', `127.0.0.1:${explorer[1]}`],
  ]);
  expect(text).not.toMatch(/10\.0\.0\.\d/);
  return text;
}

/** Replaces every occurrence of texts that must occur. */
function substitute(file: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, file);
}
