import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_SERVICE, runCall } from '../src/testing/run-call';

/** Help of every command. To change it on purpose: `UPDATE_HELP=1 npx jest apps/cli/test/help.spec.ts`. */
const RECORDED = join(__dirname, 'help.txt');

const call = (...args: string[]) =>
  runCall(args, { env: { DROPTRACK_HOME: join(tmpdir(), 'droptrack-never-made'), ...NO_SERVICE }, cwd: tmpdir() });

/** Help of a command and of every command below it, with what a call with an unknown option prints. */
async function helpOf(path: readonly string[]): Promise<string[]> {
  const { stdout } = await call(...path, '--help');
  const { code, stderr } = await call(...path, '--no-such-option');
  const own = `$ ${['droptrack', ...path].join(' ')} --help\n${stdout}\n$ … --no-such-option (${code})\n${stderr}`;
  const [, listed = ''] = /^Commands:\n((?: .*\n)*)/m.exec(stdout) ?? [];
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  const below = [];
  for (const name of names) below.push(...(await helpOf([...path, name])));
  return [own, ...below];
}

describe('the help of every command', () => {
  it('is the recorded one, byte by byte', async () => {
    const texts = await helpOf([]);
    expect(texts.length).toBeGreaterThan(50);
    const text = texts.join('\n');
    if (process.env['UPDATE_HELP'] !== undefined) writeFileSync(RECORDED, text);
    expect(text).toBe(readFileSync(RECORDED, 'utf8'));
  });
});
