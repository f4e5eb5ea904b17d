import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator, type PrintedCall, printedCalls, until } from './service';
import { Droptrack, verifyProof } from '@droptrack/sdk';
import { isAlive } from '../src/session/process-watch';

/** First start with real processes, as after `npm ci && npm start`. */
describe('droptrack up', () => {
  let home = '';
  let operator: Operator;
  beforeAll(() => {
    // With a space in the path; mode 755, because as root PostgreSQL runs as another user.
    home = mkdtempSync(join(tmpdir(), 'droptrack up '));
    chmodSync(home, 0o755);
    operator = new Operator(home);
  });
  afterAll(() => {
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  let firstSaid = '';
  let issued = '';
  const ask = (said: string, key: string, path = '/v1/drops?limit=1') => {
    const [call] = printedCalls(said);
    return fetch(new URL(path, call!.url), { headers: { authorization: `Bearer ${key}` } });
  };
  const demoKey = (plan: string): string =>
    (JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as Record<string, string>)[plan]!;
  const send = async ({ url, init }: PrintedCall) => {
    const response = await fetch(url, init);
    return { path: new URL(url).pathname, status: response.status, body: (await response.json()) as Answer };
  };
  /** Checked members of any response. */
  type Answer = {
    id?: string;
    status?: string;
    drop?: unknown;
    data?: { id?: string; score?: number | null; updated_at?: string }[];
  };

  it('serves the example calls that it prints, one per resource, real drops first', async () => {
    firstSaid = (await operator.up()).said;
    const answers = await Promise.all(printedCalls(firstSaid).map(send));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [drops, real, calendar, drop, hype, explain, eligibility] = answers.map(({ body }) => body);
    expect([drops?.data?.length, calendar?.data?.length]).toEqual([3, 3]);
    expect(drops?.data?.filter(({ id = '' }) => id.startsWith('sample-'))).toEqual([]);
    expect([drop?.id, hype?.drop]).toEqual([hype?.drop, drop?.id]);
    expect(explain).toBeDefined();
    expect(real).toMatchObject({ drop: 'lido-early-stakers', status: 'eligible', eligible: true });
    expect(eligibility).toMatchObject({ drop: drop?.id, status: 'eligible', eligible: true });
    expect((await ask(firstSaid, '', '/docs')).status).toBe(200);
  });

  // A newcomer sees by it that a check proves its result, for a real drop and for one of the sample.
  it('proves the results of its example checks by a published root', async () => {
    const checks = printedCalls(firstSaid).filter(({ url }) => url.endsWith('/v1/eligibility'));
    const client = new Droptrack({ apiKey: demoKey('pro'), baseUrl: new URL(checks[0]!.url).origin });
    for (const { init } of checks) {
      const { drop, wallet } = JSON.parse(String(init.body)) as { drop: string; wallet: string };
      const { allocation, claim, proof } = await client.eligibility.check({ drop, wallet });
      // No end of the claim of 2021 is known, so that it is not called open.
      const state = drop === 'lido-early-stakers' ? 'unknown' : 'open';
      expect([drop, claim?.status, proof?.root_published]).toEqual([drop, state, true]);
      const { format, root, index, proof: path } = proof!;
      const given = { format, root, index, proof: path, wallet, amount: allocation!.amount };
      expect([drop, verifyProof(given)]).toEqual([drop, true]);
    }
  });

  it('prints the address of the explorer first, which shows the drops with the key that the start issued for it', async () => {
    const [url] = /(?<=^Droptrack is up after [0-9.]+ s: )\S+/m.exec(firstSaid) ?? [];
    const page = await fetch(url ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('<h1>Drops</h1>');
    expect(html).not.toMatch(/dtk_[0-9A-Za-z]{10}/);
  });

  // The plan free is one minute behind: without the back-dated first load it would see an empty catalogue.
  it('shows data to a free key immediately', async () => {
    const free = demoKey('free');
    for (const status of ['live', 'upcoming', 'tge']) {
      const { data } = (await (await ask(firstSaid, free, `/v1/drops?status=${status}`)).json()) as Answer;
      expect([status, data?.length]).toEqual([status, expect.any(Number)]);
      expect(data?.length).toBeGreaterThan(0);
    }
    const hype = printedCalls(firstSaid).find(({ url }) => url.includes('/hype'));
    const { data } = (await (await ask(firstSaid, free, hype!.url)).json()) as Answer;
    expect(data?.filter(({ score }) => score !== null)).toHaveLength(data!.length);
  });

  it('exports memory and garbage collection metrics of both programs', async () => {
    for (const program of ['api', 'worker']) {
      const metricsPort = () => /"metricsPort":(\d+)/.exec(readFileSync(join(home, `${program}.log`), 'utf8'))?.[1];
      await until(() => metricsPort() !== undefined);
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort()}/metrics`)).text();
      expect(figures).toMatch(/^process_resident_memory_bytes \d{8,}/m);
      expect(figures).toContain('# TYPE nodejs_gc_duration_seconds histogram');
    }
  });

  it('is the only service of its home, and found by other commands', async () => {
    const second = await operator.call('up', '--port', '0');
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`at ${new URL(printedCalls(firstSaid)[0]!.url).origin}`);

    // A key that is issued beside the running service works at once.
    const key = await operator.call('keys', 'issue', '--plan', 'free', '--label', 'e2e', '--json');
    issued = (JSON.parse(key.stdout) as { secret: string }).secret;
    const answer = (await (await ask(firstSaid, issued)).json()) as Answer;
    expect(answer.data?.length).toBeGreaterThan(0);
    expect(await operator.call('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/all checks passed\n$/),
    });
  });

  it('stops without leftovers, however many signals it receives', async () => {
    const { process: service, ended } = operator.running();
    service.kill('SIGINT');
    service.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/Stopping …\nStopped\.\n$/) });
    expect(await operator.leftovers()).toEqual([]);
    await expect(ask(firstSaid, issued)).rejects.toThrow();
  });

  it('starts again with the same keys and data, and ends when the worker crashes', async () => {
    const { said, process: service, ended } = await operator.up();
    const keys = (text: string) => /^Keys of the demo[^]*?\n\n/m.exec(text)?.[0];
    expect(keys(said)).toBe(keys(firstSaid));
    expect(said).toContain('none changed');
    expect((await ask(said, issued)).status).toBe(200);

    process.kill(await operator.programOf(service, 'worker'), 'SIGKILL');
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('The worker was ended by SIGKILL');
    expect(stderr).toContain(`See its log: ${join(home, 'worker.log')}`);
    expect(await operator.leftovers()).toEqual([]);
  });

  it.each([
    ['api', 'The API'],
    ['explorer', 'The explorer'],
  ] as const)('ends when the program %s crashes', async (name, title) => {
    const { process: service, ended } = await operator.up();
    process.kill(await operator.programOf(service, name), 'SIGKILL');
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`${title} was ended by SIGKILL`) });
    expect(await operator.leftovers()).toEqual([]);
  });

  // Like `kill -9`, or the out-of-memory killer: this process cannot clean up.
  it('leaves programs that end by themselves, and a database that the next command takes over, when it is killed', async () => {
    const { process: service, ended } = await operator.up();
    const programs = await Promise.all(
      (['api', 'worker', 'explorer'] as const).map((name) => operator.programOf(service, name)),
    );
    service.kill('SIGKILL');
    await ended;
    await until(() => !programs.some(isAlive));
    const list = await operator.call('keys', 'list', '--json');
    expect((JSON.parse(list.stdout) as { data: { label: string }[] }).data.map(({ label }) => label)).toContain('e2e');
    expect((await operator.leftovers()).filter((file) => file !== 'service.json')).toEqual([]);
  });
});
