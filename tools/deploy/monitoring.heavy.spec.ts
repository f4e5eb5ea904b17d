import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@droptrack/program/testing';
import { withoutPrograms } from '../test/debian-programs';
import { Operator, until } from '../../apps/cli/test/service';
import { DEPLOY } from './compose';
import { readAlerts, readDashboard } from './monitoring-files';
import { metricsIn } from './program-metrics';
import { findPrometheus, startPrometheus } from './prometheus';

const PROGRAMS = findPrometheus();
afterAll(() => PROGRAMS?.remove());
const describeWithPrometheus =
  PROGRAMS === null ? withoutPrograms('there is no Prometheus, and apt-get has none') : describe;

/** Checks by promtool of the files as they are shipped. */
const CHECKS = ['check config prometheus.yml', 'check rules alerts.yml', 'test rules alerts.test.yml'];

/** Problems that a check reports; empty if it passes. */
const promtool = (check: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(PROGRAMS!.promtool, check.split(' '), { cwd: DEPLOY }, (error, stdout, stderr) =>
      resolve(error === null ? '' : `${error.message}${stdout}${stderr}`),
    );
  });

/** Metrics without a series in the demo: it has no source, no finder, no replica and no group of processes, and no job fails. */
const ABSENT = ['droptrack_replica_lag_seconds', 'droptrack_primary_contact_age_seconds', 'droptrack_process_ends_total', 'droptrack_source_polls_total', 'droptrack_source_interval_seconds', 'droptrack_finder_runs_total', 'droptrack_finder_held_back_sightings', 'droptrack_job_failures_total']; // prettier-ignore

/** Announcement of `droptrack up --json`. */
interface Announcement {
  readonly api_url: string;
  readonly explorer_url: string;
  readonly metrics_urls: Readonly<Record<'api' | 'worker', string>>;
  readonly demo_keys: Readonly<Record<string, string>>;
}

/** Configuration as shipped, for other ports, and faster: a test has a minute. */
function writeConfiguration(directory: string, targets: Readonly<Record<string, string>>): void {
  const text = Object.entries(targets).reduce(
    (config, [shipped, host]) => config.replace(shipped, `'${host}'`),
    readFileSync(join(DEPLOY, 'prometheus.yml'), 'utf8').replaceAll('15s', '1s'),
  );
  writeFileSync(join(directory, 'prometheus.yml'), text);
  const alerts = readFileSync(join(DEPLOY, 'alerts.yml'), 'utf8');
  writeFileSync(join(directory, 'alerts.yml'), alerts.replace(/(?<=DroptrackInstanceDown\n.*\n +for: )2m/, '1s'));
}

describeWithPrometheus('Prometheus with the files of deploy/', () => {
  /** Checks of the files, which run while the service starts: those of the rules take as long. */
  let checks: ReadonlyMap<string, Promise<string>>;
  beforeAll(() => {
    checks = new Map(CHECKS.map((check) => [check, promtool(check)]));
  });

  describe('and the running service', () => {
    let directory: string;
    let operator: Operator;
    let service: Announcement;
    let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'droptrack-monitoring-'));
      // As root, PostgreSQL runs as another user.
      chmodSync(directory, 0o755);
      const explorerPort = await freePort();
      operator = new Operator(directory, { SOURCES_OFF: 'all', EXPLORER_METRICS_PORT: String(explorerPort) });
      service = (await operator.upAsJson()).announcement as Announcement;
      const { api, worker } = service.metrics_urls;
      const targets = {
        "'localhost:13000', 'localhost:13002'": new URL(api).host,
        "'localhost:9465'": new URL(worker).host,
        "'localhost:9466'": `127.0.0.1:${explorerPort}`,
      };
      writeConfiguration(directory, targets);
      prometheus = await startPrometheus(PROGRAMS!, directory);
      await until(() => prometheus.isReady());
    });
    afterAll(async () => {
      await prometheus?.stop();
      operator?.kill();
      rmSync(directory, { recursive: true, force: true });
    });

    /** Requests of each kind that panels show. */
    const visit = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${service.demo_keys['scale']}` };
      const stream = new AbortController();
      const urls = ['/v1/drops', '/v1/calendar', '/v1/drops/none'].map((path) => new URL(path, service.api_url));
      await Promise.all(urls.map((url) => fetch(url, { headers })));
      await fetch(new URL('/v1/stream', service.api_url), { headers, signal: stream.signal });
      stream.abort();
      await fetch(service.explorer_url);
    };

    it('returns data for every expression of the dashboard', async () => {
      const panels = readDashboard().panels.flatMap((panel) => (panel.type === 'row' ? [] : [panel]));
      const waiting = new Set(
        panels
          .filter(({ description = '' }) => !description.includes('No data'))
          .flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '30s'))),
      );
      expect(waiting.size).toBeGreaterThan(50);
      await until(async () => {
        await visit();
        for (const expression of waiting) if ((await prometheus.count(expression)) > 0) waiting.delete(expression);
        return waiting.size === 0;
      }).catch((error: unknown) => expect([...waiting]).toEqual([error]));
    });

    it('evaluates every alert without an error, over metrics that exist, and none fires', async () => {
      const { length } = readAlerts();
      await until(async () => (await prometheus.rules()).every(({ health }) => health !== 'unknown'));
      const rules = await prometheus.rules();
      expect(rules).toHaveLength(length);
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
      const existing = new Set(await prometheus.metricNames());
      const used = new Set(readAlerts().flatMap(({ expr }) => metricsIn(expr)));
      expect([...used].filter((name) => !existing.has(name)).sort()).toEqual([...ABSENT].sort());
      expect((await prometheus.alerts()).filter(({ state }) => state === 'firing')).toEqual([]);
    });

    it('fires an alert for each program once the service has stopped', async () => {
      const { process: up, ended } = operator.running();
      up.kill('SIGTERM');
      await ended;
      const down = async () =>
        (await prometheus.alerts()).filter(
          ({ state, labels }) => state === 'firing' && labels['alertname'] === 'DroptrackInstanceDown',
        );
      await until(async () => (await down()).length === 3);
      expect((await down()).map(({ labels }) => labels['job']).sort()).toEqual([
        'droptrack-api',
        'droptrack-explorer',
        'droptrack-worker',
      ]);
      for (const { annotations, labels } of await down()) {
        expect(annotations['summary']).toBe(`${labels['job']} at ${labels['instance']} does not respond to Prometheus`);
      }
    });
  });

  it.each(CHECKS)('passes promtool %s', async (check) => {
    expect(await checks.get(check)).toBe('');
  });
});
