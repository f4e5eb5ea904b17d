import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachableUrl } from '../../../config/config';
import { announce, presentAnnouncement } from './announcement';
import { npmBehind, showProcess, watchParent, watchPostgres } from '../../../session/process-watch';
import { runCleanup } from './run-services';

describe('reachableUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
  ])('reaches a listener on %s at %s', (host, url) => expect(reachableUrl({ host, port: 3000 })).toBe(url));
});

describe('runCleanup', () => {
  it('runs the newest step first, and all of them if one fails', async () => {
    const done: string[] = [];
    const cleanup = [
      () => void done.push('database'),
      () => Promise.reject(new Error('api')),
      async () => void done.push('watch'),
    ];
    await expect(runCleanup(cleanup)).rejects.toThrow('api');
    expect(done).toEqual(['watch', 'database']);
  });
});

describe('watchPostgres', () => {
  it('reports the end of the server, and not earlier', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'droptrack-watch-'));
    const file = join(directory, 'postmaster.pid');
    writeFileSync(file, `${process.pid}\n${directory}\n`);
    const watch = watchPostgres(directory, 5);
    const early = await Promise.race([watch.gone, new Promise((resolve) => setTimeout(() => resolve('there'), 60))]);
    expect(early).toBe('there');
    rmSync(file);
    await watch.gone;
    watch.end();
    rmSync(directory, { recursive: true });
  });
});

describe('watchParent', () => {
  it('reports once that the parent has changed', async () => {
    let parent = 7;
    let reports = 0;
    watchParent(
      () => parent,
      null,
      () => (reports += 1),
      5,
    );
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(reports).toBe(0);
    parent = 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(reports).toBe(1);
  });
});

describe('npmBehind', () => {
  const behind = (command: string, parent = 40) => npmBehind(41, async () => ({ parent, command }));

  // A SIGKILL to npm leaves its shell alive, so the parent stays the same.
  it.each(['sh -c node apps/cli/bin/droptrack.cjs up', '/bin/bash -e -c droptrack "up" "--json"'])(
    'finds npm behind the shell %s',
    async (command) => expect(await behind(command)).toBe(40),
  );

  it.each(['npm start', 'bash', '-bash', '/usr/bin/node server.js', 'tmux new droptrack'])(
    'ignores the parent of %s',
    async (command) => expect(await behind(command)).toBeNull(),
  );

  it('returns null if the shell has lost its parent, or the system does not show the process', async () => {
    expect(await behind('sh -c droptrack up', 1)).toBeNull();
    expect(await npmBehind(41, async () => null)).toBeNull();
  });

  it('reads a process from the process table', async () => {
    expect(await showProcess(process.pid)).toEqual({ parent: process.ppid, command: expect.stringContaining('jest') });
    expect(await showProcess(spawnSync(process.execPath, ['-v']).pid)).toBeNull();
  });
});

describe('watchParent with npm', () => {
  it('reports that npm has ended, although the shell between is alive', async () => {
    const npm = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const gone = new Promise<void>((resolve) => watchParent(() => 7, npm.pid!, resolve, 5));
    npm.kill('SIGKILL');
    await gone;
  });
});

describe('announce', () => {
  const facts = [['Database', 'somewhere']] as const;
  const webhooks = { isOn: true, allowInsecure: false };
  const metricsUrls = { api: 'http://127.0.0.1:9464/metrics', worker: 'http://127.0.0.1:9465/metrics' };
  const explorerUrl = 'http://127.0.0.1:3001';
  const base = {
    explorerUrl,
    apiUrl: 'http://127.0.0.1:3000',
    metricsUrls,
    facts,
    logFiles: [],
    startedAfterMs: 1_234,
    webhooks,
  };
  const keys = { free: 'dtk_f', pro: 'dtk_p', scale: 'dtk_s' };

  it('shows the demo keys, and example calls that can be pasted', () => {
    const sample = { drop: 'sample-linden', wallet: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045' };
    const real = { drop: 'linea', wallet: '0x52908400098527886e0f7030069857d2e4169ee7' };
    const text = announce({ ...base, demo: { keys, file: '/home/demo-keys.json', examples: { sample, real } } });
    expect(text).toMatch(/^Droptrack is up after 1\.2 s: http:\/\/127\.0\.0\.1:3001\n/);
    expect(text).toMatch(/A wallet to check at http:\/\/127\.0\.0\.1:3001\/check\?drop=[a-z-]+: 0x[0-9a-f]{40}\n/);
    expect(text).toContain('free   dtk_f');
    expect(text).toContain('  curl -H "Authorization: Bearer dtk_p" "http://127.0.0.1:3000/v1/drops/sample-linden"');
    const checks = [...text.matchAll(/-d '(.*?)' "http:\/\/127\.0\.0\.1:3000\/v1\/eligibility"/g)];
    expect(checks.map(([, body = '']) => JSON.parse(body) as unknown)).toEqual([real, sample]);
    expect(text.match(/^ +curl /gm)).toHaveLength(7);
    expect(text).toContain(
      '\n  claude mcp add --transport http droptrack http://127.0.0.1:3000/mcp --header "Authorization: Bearer dtk_p"\n',
    );
  });

  it('shows how to turn the explorer on', () => {
    expect(announce({ ...base, explorerUrl: null, demo: null })).toContain('set EXPLORER_API_KEY');
  });

  it('shows no key outside the demo, and how to issue one', () => {
    expect(announce({ ...base, demo: null })).toContain('droptrack keys issue --plan free');
    expect(presentAnnouncement({ ...base, demo: null })).toMatchObject({
      demo_keys: null,
      metrics_urls: metricsUrls,
      started_after_ms: 1_234,
      webhooks: { enabled: true, allow_insecure: false },
    });
  });
});
