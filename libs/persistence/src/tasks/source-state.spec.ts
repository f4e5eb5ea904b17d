import { finderHealth, sourceHealth } from '../testing/health';
import { hasNoWayOut, sourceStateOf } from './source-state';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const failures = (...kinds: string[]) => kinds.map((kind, i) => ({ dropId: `drop-${i}`, kind }));
const stateOf = (failing: number, ...kinds: string[]) =>
  sourceStateOf(sourceHealth(NOW_MS, { drops: 4, failing, failures: failures(...kinds) }), NOW_MS);

// An operator can do nothing about a failure but wait; about a block, only move the worker or turn the source off.
it('a source that is not available in the country of the worker is blocked, not failing', () => {
  expect(stateOf(3, 'blocked', 'blocked', 'blocked')).toBe('blocked');
  expect(stateOf(3, 'blocked', 'timeout', 'blocked')).toBe('failing');
  expect(stateOf(3)).toBe('failing');
  // A feed of one drop.
  expect(stateOf(1, 'blocked')).toBe('ok');
});

it('a finder whose last run was blocked is blocked, not failing', () => {
  const finderState = (kind: string, failing: number) =>
    sourceStateOf(finderHealth(NOW_MS, { failing, failures: failures(kind).slice(0, failing) }), NOW_MS);
  expect([finderState('blocked', 1), finderState('status', 1), finderState('blocked', 0)]).toEqual([
    'blocked',
    'failing',
    'ok',
  ]);
});

const SOURCES = ['defillama', 'github', 'rss'];
const cutOff = { answeredAtMs: NOW_MS - 60_000, failedAtMs: NOW_MS - 1_000, failureKind: 'network' };
const sources = (over: object = {}) => SOURCES.map((id) => sourceHealth(NOW_MS, { id, drops: 3, ...cutOff, ...over }));
const finder = (over: object) => finderHealth(NOW_MS, { id: 'merkl', ...cutOff, ...over });

describe('hasNoWayOut', () => {
  it.each(['network', 'timeout', 'down'])('is true if every source and finder failed last by %s', (failureKind) => {
    expect(hasNoWayOut([...sources({ failureKind }), finder({ failureKind })])).toBe(true);
    expect(hasNoWayOut(sources({ failureKind, answeredAtMs: null }))).toBe(true);
  });

  it.each([
    ['one has responded since', [finder({ answeredAtMs: NOW_MS })]],
    ['one has responded with an error', [finder({ failureKind: 'status' })]],
  ])('is false if %s', (_, finders) => {
    expect(hasNoWayOut([...sources(), ...finders])).toBe(false);
  });

  it('does not conclude from two sources, nor from those that are off or unused', () => {
    expect(hasNoWayOut(sources().slice(1))).toBe(false);
    expect(hasNoWayOut(sources({ offReason: 'SOURCES_OFF names it' }))).toBe(false);
    expect(hasNoWayOut(sources({ drops: 0 }))).toBe(false);
  });

  // A node in the same network responds without the internet.
  it('does not count sources at addresses of the operator', () => {
    const node = sourceHealth(NOW_MS, { id: 'evm', drops: 3, answeredAtMs: NOW_MS, failedAtMs: null });
    expect(hasNoWayOut([...sources(), node, finder({ id: 'evm-campaigns/base', answeredAtMs: NOW_MS })])).toBe(true);
  });
});
