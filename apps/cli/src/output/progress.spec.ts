import { PROGRESS_AFTER_MS, progressLine } from './progress';

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

describe('progressLine', () => {
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
