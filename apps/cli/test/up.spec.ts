import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, Operator, until } from './service';

const dist = join(__dirname, `../../../dist/test-${process.pid}`);

/** The calls that `up` prints, as they would be pasted. */
function printedCalls(said: string): { url: string; headers: Record<string, string> }[] {
  return [...said.matchAll(/^ +curl -H "([\w-]+): ([^"]+)" "([^"]+)"$/gm)].map(
    ([, name = '', value = '', url = '']) => ({
      url,
      headers: { [name]: value },
    }),
  );
}

/** The whole of it, with real processes: what `npm ci && npm start` gives to somebody who has never seen it. */
describe('droptrack up', () => {
  let home = '';
  let operator: Operator;
  beforeAll(async () => {
    // A space, as in many people's paths; mode 755, as PostgreSQL's own user has to pass when we are root.
    home = mkdtempSync(join(tmpdir(), 'droptrack up '));
    chmodSync(home, 0o755);
    operator = new Operator(dist, home);
    await build(dist);
  }, 30_000);
  afterAll(() => {
    operator.kill();
    rmSync(home, { recursive: true, force: true });
    rmSync(dist, { recursive: true, force: true });
  });

  let firstSaid = '';
  let issued = '';
  const ask = (said: string, key: string) => {
    const [call] = printedCalls(said);
    return fetch(call!.url, { headers: { authorization: `Bearer ${key}` } });
  };

  it('answers the calls that it prints, and stops without a trace', async () => {
    const { said, process, ended } = await operator.up();
    firstSaid = said;
    const calls = printedCalls(said);
    expect(calls).toHaveLength(3);
    for (const { url, headers } of calls) {
      const response = await fetch(url, { headers });
      const body = (await response.json()) as { data?: unknown[]; id?: string };
      expect(body.data?.length ?? body.id?.length).toBeGreaterThan(0);
    }
    expect((await fetch(new URL('/docs', calls[0]!.url))).status).toBe(200);

    const second = await operator.call('up', '--port', '0');
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${process.pid}, at ${new URL(calls[0]!.url).origin}`);

    // A key that is issued beside the running service works at once.
    const key = await operator.call('keys', 'issue', '--plan', 'free', '--label', 'e2e', '--json');
    issued = (JSON.parse(key.stdout) as { secret: string }).secret;
    const answer = (await (await ask(said, issued)).json()) as { data: unknown[] };
    expect(answer.data.length).toBeGreaterThan(0);
    expect(await operator.call('doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/all is well\n$/) });

    process.kill('SIGINT');
    process.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/Stopping …\nStopped\.\n$/) });
    expect(await operator.leftovers()).toEqual([]);
    await expect(ask(said, issued)).rejects.toThrow();
  }, 20_000);

  it('starts again with the same keys and data, and ends when the API crashes', async () => {
    const { said, process: service, ended } = await operator.up();
    const keys = (text: string) => /^Keys of the demo[^]*?\n\n/m.exec(text)?.[0];
    expect(keys(said)).toBe(keys(firstSaid));
    expect(said).toContain('none changed');
    expect((await ask(said, issued)).status).toBe(200);

    const [api] = await operator.childrenOf(service);
    process.kill(api!, 'SIGKILL');
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The API was ended by SIGKILL') });
    expect(await operator.leftovers()).toEqual([]);
  }, 20_000);

  // `kill -9`, or the machine's own out-of-memory killer: nobody is left to tidy up.
  it('leaves an API that ends by itself, and a database that the next command takes over, when it is killed', async () => {
    const { said, process: service, ended } = await operator.up();
    service.kill('SIGKILL');
    await ended;
    await until(() =>
      ask(said, issued).then(
        () => false,
        () => true,
      ),
    );
    const list = await operator.call('keys', 'list', '--json');
    expect((JSON.parse(list.stdout) as { data: { label: string }[] }).data.map(({ label }) => label)).toContain('e2e');
    expect((await operator.leftovers()).filter((file) => file !== 'service.json')).toEqual([]);
  }, 20_000);
});
