import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(__dirname, '../..');
const DATA = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');
const hasData = existsSync(join(DATA, 'signals'));
if (!hasData)
  console.warn(
    `skipped: the real figures behind docs/studies/hype-validity-figures.md and allocation-figures.md are not there (${DATA})`,
  );

(hasData ? describe : describe.skip)('the figures of docs/studies', () => {
  // Figures must be reproducible: a change of a rule changes the page.
  it('match the data, in text and plot, to the byte', () => {
    const args = [join(ROOT, 'tools/backtest/backtest.mjs'), '--check', '--data', DATA];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout:
        'docs/studies/hype-validity-figures.md matches the data.\ndocs/studies/allocation-figures.md matches the data.\n',
    });
  });
});
