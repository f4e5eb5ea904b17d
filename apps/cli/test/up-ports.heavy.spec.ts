import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from './service';

/** Two services on one machine, as from two clones. */
describe('two services', () => {
  const homes: string[] = [];
  const operators: Operator[] = [];
  /** Without ports of the explorer and of metrics, like `npm start`. */
  const UNNAMED = { SOURCES_OFF: 'all', EXPLORER_PORT: '', METRICS_PORT: '', WORKER_METRICS_PORT: '' };
  const operator = (env: Readonly<Record<string, string>> = {}) => {
    const home = mkdtempSync(join(tmpdir(), 'droptrack ports '));
    chmodSync(home, 0o755);
    homes.push(home);
    const one = new Operator(home, { ...UNNAMED, ...env });
    operators.push(one);
    return one;
  };
  afterAll(() => {
    for (const one of operators) one.kill();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  });

  it('run beside each other, and a third one with a port in use ends before it starts anything', async () => {
    const [first, second] = [operator(), operator()];
    const says = async (one: Operator) => {
      const { announcement } = await one.upAsJson();
      return announcement as { explorer_url: string; api_url: string; metrics_urls: { api: string; worker: string } };
    };
    const both = await Promise.all([says(first), says(second)]);
    const urls = both.flatMap(({ explorer_url: explorer, api_url: api, metrics_urls: metrics }) => [
      explorer,
      `${api}/healthz`,
      ...Object.values(metrics),
    ]);
    expect(new Set(urls.map((url) => new URL(url).port)).size).toBe(8);
    const answers = await Promise.all(urls.map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));

    const port = new URL(both[0]!.api_url).port;
    const third = operator({ METRICS_PORT: port });
    const { code, stdout, stderr } = await third.call('up', '--port', port);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Port ${port} (--port) is used by another program\n`);
    expect(stderr).toContain(`Port ${port} (METRICS_PORT) is used by another program\n`);
    expect(await third.leftovers()).toEqual([]);
    expect(stderr).toMatch(/^Free ports: --port \d+ METRICS_PORT=\d+\. Add them to the same command/m);

    for (const one of [first, second]) {
      const { process: service, ended } = one.running();
      service.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 0 });
      expect(await one.leftovers()).toEqual([]);
    }
  });
});
