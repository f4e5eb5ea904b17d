import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, formatTable } from './format';
import { createOutput, PROGRESS_AFTER_MS, progressLine, stepLines } from './output';
import { redact, showDatabase } from './redact';

const stream = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
};

const [ESCAPES, BIDI] = ['\u001b[2J\u009b31m', '\u202e\u2028'];
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/;

describe('createOutput', () => {
  // Texts of files, services and endpoints reach a terminal, where an escape sequence is a command.
  it('prints no character that a terminal obeys, whatever the text, and JSON with the same values', () => {
    const timing = { nowMs: () => 0, after: (_: number, work: () => void) => (work(), () => undefined) };
    for (const isJson of [false, true]) {
      const [stdout, stderr] = [stream(false), stream(true)];
      const output = createOutput(stdout, stderr, isJson, timing);
      const text = `a${ESCAPES}b\r\n${BIDI}c`;
      output.note(text);
      output.line({ text }, text);
      output.result({ text }, text, text);
      output.failure({ text }, text);
      const written = [...stdout.written, ...stderr.written];
      expect(written.length).toBeGreaterThan(3);
      for (const line of written) expect(line).not.toMatch(OBEYED);
      if (isJson) expect(JSON.parse(stdout.written.at(-1)!)).toEqual({ text });
      else expect(stdout.written.at(-1)).toBe('a\ufffd[2J\ufffd31mb\n\ufffd\ufffdc\n');
    }
    const terminal = stream(true);
    createOutput(stream(false), terminal, false, timing).progress(`a${ESCAPES}`);
    expect(terminal.written).toEqual(['\r\u001b[Ka\ufffd[2J\ufffd31m']);
  });

  it('is the only way to standard output and standard error, but for help, errors of the streams and the build', () => {
    const sources = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/spec|testing/.test(name))
      .filter((name) => /std(out|err)\.write\(|console\./.test(readFileSync(join(__dirname, '..', name), 'utf8')));
    expect(sources.sort()).toEqual(['output/lost-reader.ts', 'output/output.ts', 'program.ts']);
  });

  it('prints one document to standard output with --json, and text otherwise', () => {
    const [stdout, stderr] = [stream(false), stream(false)];
    const output = createOutput(stdout, stderr, true);
    output.note('starting');
    output.result({ a: 1 }, 'text');
    expect(JSON.parse(stdout.written.join(''))).toEqual({ a: 1 });
    expect(stderr.written).toEqual(['starting\n']);
  });

  // `KEY=$(droptrack keys issue …)` captures standard output as a whole.
  it('prints notes to standard error, and omits them with --json', () => {
    const [stdout, stderr] = [stream(false), stream(false)];
    createOutput(stdout, stderr, false).result({ a: 1 }, 'key', 'shown once');
    expect([stdout.written, stderr.written]).toEqual([['key\n'], ['shown once\n']]);
    createOutput(stdout, stderr, false).result({ data: [] }, '', 'there is none');
    expect(stdout.written).toEqual(['key\n']);

    const [document, beside] = [stream(false), stream(false)];
    createOutput(document, beside, true).result({ a: 1 }, 'key', 'shown once');
    expect([JSON.parse(document.written.join('')), beside.written]).toEqual([{ a: 1 }, []]);
  });

  it('prints an error in place of the result, or to standard error after it', () => {
    const [stdout, stderr] = [stream(false), stream(false)];
    const output = createOutput(stdout, stderr, true);
    output.failure({ error: 1 }, 'text');
    expect([stdout.written.length, stderr.written.length]).toEqual([1, 0]);

    const later = createOutput(stdout, stderr, true);
    later.result({}, 'text');
    later.failure({ error: 2 }, 'text');
    expect([stdout.written.length, stderr.written.length]).toEqual([2, 1]);
  });

  it('shows progress only on a terminal, and clears it before other output', () => {
    const terminal = stream(true);
    // Two seconds elapse at once.
    const timing = { nowMs: () => 0, after: (_: number, work: () => void) => (work(), () => undefined) };
    const output = createOutput(stream(true), terminal, false, timing);
    output.progress('reading');
    output.note('done');
    expect(terminal.written.join('')).toBe('\r\u001b[Kreading\r\u001b[Kdone\n');

    const file = stream(false);
    createOutput(file, file, false, timing).progress('reading');
    expect(file.written).toEqual([]);
  });
});

describe('redact', () => {
  it.each([
    ['connect postgres://droptrack:s3cr:et@db/x failed', 'connect postgres://droptrack:***@db/x failed'],
    ['postgresql://u:p%40ss@[::1]:5432/d', 'postgresql://u:***@[::1]:5432/d'],
    ['postgres://host/db?user=a&password=hush&x=1', 'postgres://host/db?user=a&password=***&x=1'],
    ['no key "dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc"', 'no key "dtk_***"'],
    ['postgres://droptrack@db/x', 'postgres://droptrack@db/x'],
  ])('redacts secrets of %s', (text, shown) => expect(redact(text)).toBe(shown));
});

describe('showDatabase', () => {
  it.each([
    ['postgres://a:secret@db.example.com:5433/x?sslcert=y&password=z', 'postgres://a@db.example.com:5433/x'],
    ['postgres:///x', 'postgres:///x'],
    ['secret', 'the database of DATABASE_URL'],
  ])('shows %s without credentials and parameters', (url, shown) => expect(showDatabase(url)).toBe(shown));
});

describe('formatTable', () => {
  it('aligns columns by characters, not by code units', () => {
    expect(
      formatTable(
        ['A', 'B'],
        [
          ['🪂🪂', 'x'],
          ['y', ''],
        ],
      ),
    ).toBe('A   B\n🪂🪂  x\ny');
  });
});

describe('count', () => {
  it.each([
    [0, '0 drops'],
    [1, '1 drop'],
    [2, '2 drops'],
  ])('formats %d as text', (number, words) => expect(count(number, 'drop')).toBe(words));
});

describe('stepLines', () => {
  const recorded = () => {
    const written: string[] = [];
    let nowMs = 0;
    let work = (): void => undefined;
    const steps = stepLines((line) => void written.push(line), {
      nowMs: () => nowMs,
      after: (_, then) => {
        work = then;
        return () => (work = () => undefined);
      },
    });
    /** @param isDue - whether the timer of the current step ends. */
    const pass = (ms: number, isDue = false): void => {
      nowMs += ms;
      if (isDue) work();
    };
    return { written, steps, pass };
  };

  it('print the step in progress after two seconds, and then each as it begins', () => {
    const { written, steps, pass } = recorded();
    steps.begin('one');
    pass(PROGRESS_AFTER_MS - 1);
    steps.begin('two');
    expect(written).toEqual([]);
    pass(1, true);
    expect(written).toEqual(['two']);
    steps.begin('three');
    expect(written).toEqual(['two', 'three']);
  });

  it('print nothing for quick work', () => {
    const { written, steps, pass } = recorded();
    steps.begin('one');
    pass(PROGRESS_AFTER_MS - 1);
    steps.end();
    pass(1, true);
    expect(written).toEqual([]);
  });
});

describe('progressLine', () => {
  /** Progress on a recording stream, with a fake clock. */
  function workshop(isTTY: boolean) {
    const written: string[] = [];
    let nowMs = 0;
    let due: { atMs: number; work: () => void } | null = null;
    const line = progressLine(
      { isTTY, write: (text) => written.push(text) },
      {
        nowMs: () => nowMs,
        after: (ms, work) => {
          const mine = { atMs: nowMs + ms, work };
          due = mine;
          return () => {
            if (due === mine) due = null;
          };
        },
      },
    );
    const pass = (ms: number): void => {
      nowMs += ms;
      if (due === null || due.atMs > nowMs) return;
      const { work } = due;
      due = null;
      work();
    };
    return { line, pass, written };
  }

  it('writes nothing for work of less than two seconds', () => {
    const { line, pass, written } = workshop(true);
    line.show('reading');
    pass(PROGRESS_AFTER_MS - 1);
    line.clear();
    pass(PROGRESS_AFTER_MS);
    expect(written).toEqual([]);
  });

  it('writes the latest line after two seconds, even if the work reports nothing more', () => {
    const { line, pass, written } = workshop(true);
    line.show('reading');
    pass(1_500);
    line.show('storing');
    pass(500);
    expect(written).toEqual(['\r\u001b[Kstoring']);
  });

  it('replaces a line immediately, and clears it before other output', () => {
    const { line, pass, written } = workshop(true);
    line.show('a');
    pass(PROGRESS_AFTER_MS);
    line.show('b');
    line.clear();
    line.clear();
    line.show('c');
    expect(written).toEqual(['\r\u001b[Ka', '\r\u001b[Kb', '\r\u001b[K', '\r\u001b[Kc']);
  });

  it('writes nothing to a stream that is not a terminal', () => {
    const { line, pass, written } = workshop(false);
    line.show('reading');
    pass(PROGRESS_AFTER_MS);
    line.show('storing');
    line.clear();
    expect(written).toEqual([]);
  });
});
