import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '../src/testing/run-call';
import { checkedScript, FAILED_LINE, README_BLOCK_COUNT, README_BLOCKS } from './readme-lines';
import { Tour } from './tour';

/** Every line of the README and the tour that needs a running service, as a new user pastes it. */
describe('the README', () => {
  let [home, directory] = ['', ''];
  let tour: Tour;
  beforeAll(async () => {
    // Mode 755, because as root PostgreSQL runs as another user.
    home = mkdtempSync(join(tmpdir(), 'droptrack readme home '));
    directory = mkdtempSync(join(tmpdir(), 'droptrack readme user '));
    chmodSync(home, 0o755);
    symlinkSync(join(__dirname, '../../../prisma'), join(directory, 'prisma'));
    tour = await Tour.start(home, directory);
  });
  afterAll(async () => {
    await tour?.stop();
    for (const path of [home, directory]) rmSync(path, { recursive: true, force: true });
  });

  const failuresOf = ({ stderr }: Call) => stderr.split('\n').filter((line) => line.startsWith(FAILED_LINE));
  /** Runs a block with the values of this service in place of its own. */
  const run = (block: string, values: Readonly<Record<string, string>>): Promise<Call> => {
    const text = Object.entries(values).reduce((sum, [from, to]) => sum.replaceAll(from, to), block);
    const curl = `curl() { command curl --fail-with-body "$@" || echo '${FAILED_LINE}: curl' "$@" >&2; }\nLISTEN=briefly\n`;
    return tour.shell.run(`${curl}${checkedScript(text.trimEnd())}`);
  };

  it('has no further block of lines', () => expect(README_BLOCK_COUNT).toBe(5));

  it('works line by line in the tour of the API', async () => {
    const upcoming = await tour.ask('/v1/drops?status=upcoming&limit=1', { key: tour.keys.pro });
    const { data } = JSON.parse(upcoming.text) as { data: { id: string }[] };
    const { drop, wallet } = tour.listed;
    const ran = await run(README_BLOCKS.tour, {
      ...{
        'KEY=dtk_…': `KEY=${tour.keys.pro}`,
        'DROP=sample-…': `DROP=${drop}`,
        'WALLET=0x…': `WALLET=${wallet.address}`,
      },
      'check sample-…': `check ${data[0]?.id ?? ''}`,
    });
    expect(failuresOf(ran)).toEqual([]);
    const documents = ran.stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(documents.length).toBeGreaterThanOrEqual(13);
    const states = documents.flatMap((line) => (JSON.parse(line) as { status?: string }).status ?? []);
    expect(states.slice(-5)).toEqual(['eligible', 'ineligible', 'pending', 'unknown', 'eligible']);
  });

  it('works line by line in the commands', async () => {
    const created = await tour.ask('/v1/webhooks', {
      key: tour.keys.pro,
      json: { url: tour.receiver.url, events: ['drop.*'] },
    });
    const { id } = JSON.parse(created.text) as { id: string };
    const key = /key_[\w-]+/.exec((await tour.operator.call('keys', 'list', '--json')).stdout)?.[0] ?? '';
    const ran = await run(README_BLOCKS.commands, { 'key_4f1y…': key, 'wh_4f1y…': id });
    expect(failuresOf(ran)).toEqual([]);
    expect(ran.stdout).toContain('lido.csv: 620 rows');
    // Some 25 commands, each a process of its own.
  }, 600_000);

  // Checks the detector, with two lines that the README once had.
  it('would name a line that fails', async () => {
    const lines = [
      'npx droptrack --version',
      'npx droptrack lists diff linea 2 3',
      'npx droptrack signals import none.csv',
    ];
    const numbers = failuresOf(await run(lines.join('\n'), {})).map((line) => line.split(':')[0]);
    expect(numbers).toEqual([`${FAILED_LINE} 2`, `${FAILED_LINE} 3`]);
  });
});
