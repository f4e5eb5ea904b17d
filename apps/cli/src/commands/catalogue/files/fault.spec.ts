import { compareFaults, formatPath, quote, wholeFile } from './fault';

describe('formatPath', () => {
  it.each([
    [[], ''],
    [['name'], 'name'],
    [['events', 2, 'starts_at'], 'events[2].starts_at'],
    [['links', 'two words'], 'links."two words"'],
  ])('formats %j as %s', (path, written) => {
    expect(formatPath(path)).toBe(written);
  });
});

describe('quote', () => {
  // Control characters of a file must not reach the terminal that shows the error.
  it('escapes control characters and truncates long text', () => {
    expect(quote('a\u001b[31mb')).toBe('"a\\u001b[31mb"');
    expect(quote('x'.repeat(1_000)).length).toBeLessThan(70);
  });
});

describe('compareFaults', () => {
  it('orders by file, then line, then column', () => {
    const fault = (file: string, line: number, column: number) => ({ ...wholeFile(file, ''), line, column });
    const sorted = [fault('a', 1, 1), fault('a', 2, 3), fault('a', 10, 1), fault('a', 10, 2), fault('b', 1, 1)];
    expect([...sorted].reverse().sort(compareFaults)).toEqual(sorted);
  });
});
