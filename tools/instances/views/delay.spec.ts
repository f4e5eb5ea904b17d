import { Findings } from '../findings';
import { type Change, judgeDelay } from './delay';
import type { Sighting } from './watch';

const DELAY_MS = 60_000;
const CHANGE: Change = { what: 'a drop', name: 'new', recordedAtMs: 1_000_000 };
const DUE_MS = CHANGE.recordedAtMs + DELAY_MS;

const before = (atMs: number): Sighting => ({ status: 200, atMs, asOfMs: atMs - 60_001, name: 'old', updatedAtMs: 1 });
const after = (atMs: number): Sighting => ({
  status: 200,
  atMs,
  asOfMs: atMs - DELAY_MS,
  name: 'new',
  updatedAtMs: CHANGE.recordedAtMs,
});

function failures(...views: readonly (readonly Sighting[])[]): number {
  const findings = new Findings(() => undefined);
  judgeDelay(findings, views, CHANGE, { delayMs: DELAY_MS, lateMsMax: 1_000 });
  return findings.failed.length;
}

describe('judgeDelay', () => {
  it('accepts a change that all instances show at its time', () => {
    const seen = [before(DUE_MS - 20), after(DUE_MS + 10), after(DUE_MS + 30)];
    expect(failures(seen, seen)).toBe(0);
  });

  it('reports a change that is visible too early, also on one instance only', () => {
    const early = { ...after(DUE_MS - 1), asOfMs: CHANGE.recordedAtMs };
    expect(failures([before(DUE_MS - 20), after(DUE_MS)], [early, after(DUE_MS)])).toBe(1);
  });

  it('reports a change that is visible too late, or never', () => {
    expect(failures([{ ...before(DUE_MS), status: 404, asOfMs: null, name: null }, after(DUE_MS + 1_001)])).toBe(2);
    expect(failures([before(DUE_MS - 20), after(DUE_MS)], [before(DUE_MS - 20)])).toBeGreaterThan(0);
  });

  it('reports a response that contradicts its X-Data-As-Of', () => {
    expect(failures([before(DUE_MS - 20), { ...after(DUE_MS), asOfMs: CHANGE.recordedAtMs - 1 }])).toBe(1);
    expect(failures([{ ...before(DUE_MS + 10), asOfMs: CHANGE.recordedAtMs }, after(DUE_MS + 20)])).toBe(1);
  });

  it('reports a change that is taken back', () => {
    expect(failures([after(DUE_MS), before(DUE_MS + 0.5), after(DUE_MS + 20)])).toBe(1);
  });
});
