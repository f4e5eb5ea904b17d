import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';

/** Programs of Prometheus: those of this machine, or of a Debian package that was unpacked and not installed. */
interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
  remove(): void;
}

/** @returns null where there is neither; a package that is installed would start a service. */
export function findPrometheus(): PrometheusPrograms | null {
  const runs = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
  const installed = { prometheus: 'prometheus', promtool: 'promtool', remove: () => undefined };
  if (runs('prometheus') && runs('promtool')) return installed;
  const cwd = mkdtempSync(join(tmpdir(), 'droptrack-prometheus-'));
  const remove = (): void => rmSync(cwd, { recursive: true, force: true });
  spawnSync('apt-get', ['download', 'prometheus'], { cwd, timeout: 100_000 });
  const archive = readdirSync(cwd).find((name) => name.endsWith('.deb'));
  if (archive !== undefined) spawnSync('dpkg', ['-x', archive, cwd], { cwd });
  const unpacked = (name: string): string => join(cwd, 'usr/bin', name);
  if (runs(unpacked('prometheus'))) {
    return { prometheus: unpacked('prometheus'), promtool: unpacked('promtool'), remove };
  }
  remove();
  return null;
}

/** An alert as Prometheus reports it. */
interface ActiveAlert {
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A rule and its last evaluation. */
interface EvaluatedRule {
  readonly name: string;
  readonly health: 'ok' | 'err' | 'unknown';
  readonly lastError?: string;
}

/** A running Prometheus with its data in a directory. */
export async function startPrometheus({ prometheus }: PrometheusPrograms, directory: string) {
  const port = await freePort();
  const args = [
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const child = spawn(prometheus, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data: T; error?: string };
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  };
  return {
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    /** Number of series of an expression. */
    count: async (expression: string): Promise<number> =>
      (await read<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length,
    metricNames: () => read<string[]>('label/__name__/values'),
    alerts: async () => (await read<{ alerts: ActiveAlert[] }>('alerts')).alerts,
    rules: async () => {
      const { groups } = await read<{ groups: { rules: EvaluatedRule[] }[] }>('rules?type=alert');
      return groups.flatMap(({ rules }) => rules);
    },
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
