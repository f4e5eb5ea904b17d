import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { redisVersion } from '../../processes/redis-server';
import type { Cores } from '../../processes/cores';
import { FIGURES } from './publish';

/** Machine and versions of a run, by name. */
export type Environment = Readonly<Record<'date' | 'commit' | 'machine' | 'node' | (string & {}), string>>;

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
  };
}

/** `unknown` in an unpacked archive. */
function commitOf(root: string): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', '.', `:!${FIGURES}`) === '' ? '' : ' and changes'}`;
  } catch {
    return 'unknown';
  }
}
