import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogFile, warningReader } from './open-log';

describe('openLogFile', () => {
  it('appends to the log of an earlier run, and rotates a long file', () => {
    const home = mkdtempSync(join(tmpdir(), 'droptrack-log-'));
    const path = join(home, 'api.log');
    for (const words of ['first ', 'second ']) {
      const file = openLogFile(path);
      file.append(Buffer.from(words));
      file.close();
    }
    expect(readFileSync(path, 'utf8')).toBe('first second ');
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const bounded = openLogFile(path, 5);
    bounded.append(Buffer.from('third'));
    bounded.close();
    expect(readFileSync(path, 'utf8')).toBe('third');
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('first second ');
    rmSync(home, { recursive: true });
  });
});

describe('warningReader', () => {
  const line = (level: string, more: object = {}) =>
    `${JSON.stringify({ level, time: '2026-11-21T05:06:07.890Z', msg: 'hello', ...more })}\n`;

  it('extracts warnings and errors from chunks split at any byte', () => {
    const shown: string[] = [];
    const read = warningReader(
      (text) => shown.push(text),
      () => false,
    );
    const log = Buffer.from(line('info') + line('warn', { err: { message: 'gone' } }) + line('error'));
    for (const byte of log) read(Buffer.from([byte]));
    expect(shown).toEqual(['05:06:07 warn  hello: gone', '05:06:07 error hello']);
  });

  // The terminal says "Press Ctrl-C to stop": what follows must need attention now.
  it('extracts errors only once the service is announced', () => {
    const shown: string[] = [];
    let isStarted = false;
    const read = warningReader(
      (text) => shown.push(text),
      () => isStarted,
    );
    read(Buffer.from(line('warn')));
    isStarted = true;
    read(Buffer.from(line('warn') + line('error')));
    expect(shown).toEqual(['05:06:07 warn  hello', '05:06:07 error hello']);
  });

  it('shows a line of another format as it is', () => {
    const shown: string[] = [];
    warningReader(
      (text) => shown.push(text),
      () => false,
    )(Buffer.from('"level":"error" oh\n'));
    expect(shown).toEqual(['"level":"error" oh']);
  });
});
