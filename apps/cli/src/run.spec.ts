import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_SERVICE, runCall } from './testing/run-call';

/** Runs a call that needs no database. */
const call = (...args: string[]) =>
  runCall(args, { env: { DROPTRACK_HOME: join(tmpdir(), 'droptrack-never-made'), ...NO_SERVICE }, cwd: tmpdir() });

describe('droptrack', () => {
  it.each([
    [['--help']],
    [['help']],
    [['up', '--help']],
    [['migrate', '--help']],
    [['api', '--help']],
    [['worker', '--help']],
    [['explorer', '--help']],
    [['keys', '--help']],
    [['keys', 'issue', '--help']],
    [['keys', 'list', '--help']],
    [['keys', 'change', '--help']],
    [['keys', 'rotate', '--help']],
    [['keys', 'revoke', '--help']],
    [['catalogue', '--help']],
    [['catalogue', 'apply', '--help']],
    [['catalogue', 'check', '--help']],
    [['signals', '--help']],
    [['signals', 'import', '--help']],
    [['lists', '--help']],
    [['lists', 'load', '--help']],
    [['lists', 'show', '--help']],
    [['discover', '--help']],
    [['discover', 'run', '--help']],
    [['discover', 'list', '--help']],
    [['discover', 'show', '--help']],
    [['discover', 'accept', '--help']],
    [['discover', 'reject', '--help']],
    [['discover', 'watch', '--help']],
    [['discover', 'merge', '--help']],
    [['webhooks', '--help']],
    [['webhooks', 'list', '--help']],
    [['webhooks', 'deliveries', '--help']],
    [['webhooks', 'redeliver', '--help']],
    [['webhooks', 'recover', '--help']],
    [['webhooks', 'drain', '--help']],
    [['webhooks', 'reseal', '--help']],
    [['webhooks', 'new-key', '--help']],
    [['doctor', '--help']],
    [['mcp', '--help']],
  ])('shows help with examples for %j', async (args) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: droptrack[^]*--json[^]*Examples:\n {2}\S/);
    // In other folders npx would install and start whatever a registry has under the name.
    expect(stdout).not.toContain('npx ');
  });

  it('notes a variable that is a setting except for typos, beside the document of --json', async () => {
    const env = { ...NO_SERVICE, TRUSTED_PROXY: 'hidden' };
    const { stdout, stderr } = await runCall(['catalogue', 'check', 'none', '--json'], { env, cwd: tmpdir() });
    expect(stderr).toBe('TRUSTED_PROXY is no setting, so it has no effect: did you mean TRUSTED_PROXIES?\n');
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: expect.any(String) } });
  });

  it('accepts the former name of --duplicates reject', async () => {
    const { code, stderr } = await call('lists', 'load', 'x', 'none.csv', '--duplicates', 'refuse');
    expect([code, stderr]).toEqual([1, expect.stringContaining('none.csv cannot be read: no such file')]);
  });

  it('shows its version', async () => {
    expect(await call('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it.each([
    [['kyes'], /unknown command 'kyes'\n\(Did you mean keys\?\)/],
    [['keys', 'isue'], /Did you mean issue\?/],
    [['keys', 'list', '--al'], /unknown option '--al'\n\(Did you mean --all\?\)/],
    [['keys', 'revoke'], /missing required argument 'id'\nSee: droptrack keys revoke --help/],
    [['keys', 'revoke', 'a', 'b'], /too many arguments/],
    [['keys', 'issue', '--label', 'x'], /'--plan <plan>' not specified/],
    [['keys', 'issue', '--plan', 'gold', '--label', 'x'], /Allowed choices are free, pro, scale/],
    [['keys', 'change', 'key_x', '--plan', 'gold'], /Allowed choices are free, pro, scale/],
    [['up', '--port', '70000'], /It must be an integer from 0 to 65535/],
    [['explorer', 'now'], /too many arguments/],
    [['up', '--port', '0x10'], /It must be an integer/],
    [['lists', 'load', 'x', 'none.csv', '--duplicates', 'drop'], /Allowed choices are reject, sum, separate/],
    [['signals', 'import'], /missing required argument 'file'/],
    [['signals', 'import', 'x', '--format', 'xml'], /Allowed choices are auto, ndjson, csv/],
    [['discover', 'show', 'linea'], /It must be an integer from 1 to 2147483647/],
    [['discover', 'accept', '12'], /Pass --out <dir> for a catalogue file/],
    [['discover', 'accept', '--origin', 'discovered'], /Pass either the id of a candidate, or --auto/],
    [['discover', 'accept', '12', '--out', 'a', '--origin', 'b'], /exclude each other/],
    [['discover', 'accept', '12', '--origin', '../x'], /--origin must be/],
    [['discover', 'reject', '12'], /'--reason <text>' not specified/],
    [['discover', 'merge', '12'], /missing required argument 'into'/],
    [['discover', 'list', '--state', 'open'], /Allowed choices are new, watched, accepted, rejected, merged/],
    [['discover', 'list', '--source', 'rss'], /Allowed choices are evm-campaigns, polymarket/],
    [['webhooks', 'list', '--account', 'a', '--key', 'b'], /cannot be used with option '--key <id>'/],
    [['webhooks', 'deliveries', 'wh_a', '--limit', '0'], /It must be an integer from 1 to 1000/],
    [['webhooks', 'deliveries', 'wh_a', '--event-type', 'drop.gone'], /Allowed choices are drop\.created/],
    [['webhooks', 'redeliver', 'wh_a'], /missing required argument 'delivery'/],
    [['webhooks', 'recover', 'wh_a'], /'--since <when>' not specified/],
    [[], /Usage: droptrack/],
    [['keys'], /Usage: droptrack keys/],
  ])('ends wrong usage %j with code 2 and a hint', async (args, words) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it.each([[['--json', 'kyes']], [['keys', '--json']], [['keys', 'issue', '--json', '--label', 'x']]])(
    'reports wrong usage in one document: %j',
    async (args) => {
      const { code, stdout, stderr } = await call(...args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage', message: expect.any(String) } });
    },
  );

  // A check must not create a database.
  it('runs doctor before the first start without changing anything', async () => {
    const { code, stdout } = await call('doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string }[] };
    expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
      'node ok',
      'config ok',
      'database warn',
      'api warn',
      'explorer ok',
    ]);
    expect(code).toBe(0);
  });
});
