import { Droptrack } from '@droptrack/sdk';
import { signTestWebhook } from '@droptrack/sdk/testing';
import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Operator, printedCalls, until } from './service';

const ROOT = join(__dirname, '../../..');
const EXAMPLES = join(ROOT, 'libs/sdk/examples');
/** Temporary directory in the clone, where the programs find their packages. */
const PROGRAMS = join(ROOT, `dist/test-examples-${process.pid}`);
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const run = promisify(execFile);

/** Examples of the SDK, run against a real service. */
describe('programs of the SDK', () => {
  let home = '';
  let operator: Operator;
  let client: Droptrack;
  let env: Record<string, string> = {};
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack examples '));
    chmodSync(home, 0o755);
    operator = new Operator(home);
    const [{ said }] = await Promise.all([operator.up(), buildExamples()]);
    const { scale } = JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as { scale: string };
    const baseUrl = new URL(printedCalls(said)[0]!.url).origin;
    env = { DROPTRACK_API_KEY: scale, DROPTRACK_BASE_URL: baseUrl };
    client = new Droptrack({ apiKey: scale, baseUrl });
  });
  afterAll(() => {
    operator.kill();
    rmSync(home, { recursive: true, force: true });
    rmSync(PROGRAMS, { recursive: true, force: true });
  });

  const example = async (name: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, [join(PROGRAMS, `${name}.mjs`), ...args], { cwd: home, env })).stdout;
  const linesOf = (said: string): string[] => said.trimEnd().split('\n');

  it('runs the ten lines of the README', async () => {
    const lines = linesOf(await example('first-call'));
    const live = await client.drops.list({ status: 'live', sort: 'ev' }).toArray({ limit: 5 });
    const events = await client.calendar.list().toArray({ limit: 10_000 });
    expect(live.length).toBeGreaterThan(0);
    expect(events.length).toBeGreaterThan(25);
    expect(lines.slice(0, live.length).map((line) => line.split(' ')[0])).toEqual(live.map(({ id }) => id));
    expect(lines).toHaveLength(live.length + events.length + 1);
    expect(lines.at(-1)).toMatch(
      new RegExp(`^${live[0]!.id}: (eligible|ineligible|pending|unknown); 28 scores match the public rules$`),
    );
  });

  it('lists live drops by expected value', async () => {
    const live = await client.drops.list({ status: 'live', sort: 'ev' }).toArray({ limit: 3 });
    const lines = linesOf(await example('live-by-value', '3'));
    expect(lines.map((line) => line.split(':')[0])).toEqual(live.map(({ name }) => name));
    for (const line of lines) expect(line).toMatch(/: (\$\d+\.\d\d|\?) \(.* to .*\), costs .*, hype \d+$/);
  });

  it('follows the live drops', async () => {
    const lines = linesOf(await example('follow-drops', 'live', '2'));
    const live = await client.drops.list({ status: 'live' }).toArray({ limit: 1_000 });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`^${live.length} drops are live, as of \\d{4}-.*Z$`));
  });

  it('creates a calendar to which an app can subscribe, without a key', async () => {
    const said = await example('calendar-feed');
    const [, url = ''] = /: (http\S+\.ics)$/m.exec(said) ?? [];
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const claims = (await response.text()).match(/^SUMMARY:.*/gm) ?? [];
    expect(claims.length).toBeGreaterThan(0);
    expect((await client.calendars.list()).data).toMatchObject([{ name: 'Claims', types: ['claim'], remind: 'P1D' }]);
  });

  it('checks wallets of a file, and verifies the results offline', async () => {
    const { demo, root, wallets } = await allocated();
    writeFileSync(join(home, 'wallets.txt'), `${[...wallets, 'no-wallet'].join('\n')}\n`);
    const said = linesOf(await example('check-wallets', 'wallets.txt', demo));
    expect(said.slice(0, wallets.length).every((line) => /: eligible \d+ base units$/.test(line))).toBe(true);
    expect(said.slice(wallets.length)).toEqual([
      'no-wallet: invalid_wallet',
      `${wallets.length} eligible, 1 invalid_wallet`,
    ]);

    const answers = await Promise.all(
      wallets.slice(0, 3).map((wallet) => client.eligibility.check({ wallet, drop: demo })),
    );
    const [first] = answers;
    const more = { ...first!, allocation: { ...first!.allocation!, amount: `${first!.allocation!.amount}0` } };
    const file = [...answers, more].map((answer) => `${JSON.stringify(answer)}\n`).join('');
    writeFileSync(join(home, 'answers.ndjson'), file);
    const proven = linesOf(await example('verify-proof', 'answers.ndjson', root));
    expect(proven.map((line) => /\d (proven|NOT PROVEN)$/.exec(line)?.[1])).toEqual([
      'proven',
      'proven',
      'proven',
      'NOT PROVEN',
    ]);
  });

  it('watches a score, and explains it', async () => {
    const [drop] = await client.drops.list({ limit: 1 }).toArray({ limit: 1 });
    let lines: string[] = [];
    // The point of an hour is stored some seconds after it has ended.
    await until(async () => {
      lines = linesOf(await example('watch-score', drop!.id, '1', '1'));
      return !lines[0]!.includes(' 23 points match');
    });
    const [head, score, ...parts] = lines;
    expect(head).toMatch(new RegExp(`^${drop!.id}: \\d+, 24 points match the rules$`));
    expect(score).toMatch(/^\d{4}-.*Z: \d+ of 100$/);
    expect(parts.length).toBeGreaterThan(2);
  });

  // State after a killed run: complete lines, and a partial one.
  it('pulls a snapshot, and continues an interrupted one', async () => {
    const { as_of } = await client.drops.list({ limit: 1 });
    const file = join(home, 'drops.ndjson');
    const [said] = linesOf(await example('pull-snapshot', 'drops.ndjson', as_of));
    const whole = readFileSync(file, 'utf8');
    const rows = whole.trimEnd().split('\n');
    expect(said).toBe(`${rows.length} drops, complete as of ${as_of}`);
    expect(rows.length).toBeGreaterThan(100);

    const kept = rows.slice(0, 60);
    writeFileSync(file, `${kept.join('\n')}\n`);
    appendFileSync(file, rows[60]!.slice(0, 50));
    const [again] = linesOf(await example('pull-snapshot', 'drops.ndjson', as_of));
    const { id } = JSON.parse(kept.at(-1)!) as { id: string };
    expect(again).toBe(`${rows.length - 60} drops after ${id}, complete as of ${as_of}`);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('receives webhooks: accepts each once, and rejects altered ones', async () => {
    const child = spawn(process.execPath, [join(PROGRAMS, 'receive-webhooks.mjs')], {
      env: { PORT: '0', DROPTRACK_WEBHOOK_SECRET: SECRET },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      await until(() => /"port":\d+/.test(said));
      const url = `http://127.0.0.1:${/"port":(\d+)/.exec(said)?.[1]}/`;
      const event = {
        type: 'drop.status_changed',
        data: { object: { name: 'Linea', status: 'live' }, previous: { status: 'upcoming' } },
      } as const;
      const { body, headers } = signTestWebhook(event, SECRET);
      const post = async (text: string) => (await fetch(url, { method: 'POST', body: text, headers })).status;
      expect(await post(body.replace('live', 'tge'))).toBe(400);
      expect([await post(body), await post(body)]).toEqual([204, 204]);
      await until(() => said.includes('Linea'));
      expect(linesOf(said).slice(1)).toEqual(['Linea: upcoming → live']);
    } finally {
      child.kill();
    }
  });

  /** Loads a list of generated wallets for a drop of the catalogue, and waits until the service has applied it. */
  async function allocated() {
    const drop = '1inch';
    const wallets = Array.from({ length: 150 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`);
    const rows = wallets.map((wallet, index) => `${wallet},${10n ** 18n + BigInt(index)}\n`);
    const file = join(home, 'list.csv');
    writeFileSync(file, `wallet,amount\n${rows.join('')}`);
    const terms = ['--unit', 'base', '--tree', 'openzeppelin', '--accept-mismatch', '--json'];
    const { code, stdout, stderr } = await operator.call('lists', 'load', drop, file, ...terms);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { tree } = JSON.parse(stdout) as { tree: { root: string } };
    const isKnown = async () =>
      (await client.eligibility.check({ wallet: wallets[0]!, drop })).proof?.root === tree.root;
    await until(isKnown);
    return { demo: drop, root: tree.root, wallets };
  }
});

/** Every example, and the first block of the README, bundled with the sources of the SDK. */
async function buildExamples(): Promise<void> {
  const readme = readFileSync(join(ROOT, 'libs/sdk/README.md'), 'utf8');
  const firstCall = /^```ts\n([^]*?)^```$/m.exec(readme)?.[1] ?? '';
  const sources = join(PROGRAMS, 'sources');
  mkdirSync(sources, { recursive: true });
  writeFileSync(join(sources, 'first-call.ts'), firstCall);
  for (const name of readdirSync(EXAMPLES)) copyFileSync(join(EXAMPLES, name), join(sources, name));
  const entries = readdirSync(sources).map((name) => join(sources, name));
  const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js');
  const options = ['--no-config', '--format', 'esm', '--target', 'node20', '--tsconfig', 'tsconfig.base.json'];
  await run(process.execPath, [tsup, ...entries, ...options, '--out-dir', PROGRAMS], { cwd: ROOT });
}
