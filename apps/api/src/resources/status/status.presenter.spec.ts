import type { SourceHealth } from '@droptrack/persistence';
import { finderHealth, sourceHealth } from '@droptrack/persistence/testing';
import { presentStatus } from './status.presenter';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const DATA = { asOfMs: NOW_MS, delaySeconds: 60, sequence: 7 };
const HELD_BACK = [{ host: 'api.example', state: 'open', retryAtMs: NOW_MS + 60_000 }];

const source = (over: Partial<SourceHealth>) => sourceHealth(NOW_MS, over);
const finder = (over: Partial<SourceHealth>) => finderHealth(NOW_MS, over);

describe('presentStatus', () => {
  const present = (sources: SourceHealth[], finders: SourceHealth[]) =>
    presentStatus(DATA, { atMs: NOW_MS, sources: [...sources, ...finders] }, '1.2.3');

  it.each<[string, Partial<SourceHealth>]>([
    ['ok', { failing: 6 }],
    ['failing', { failing: 7, heldBack: HELD_BACK }],
    ['failing', { failing: 7, failures: [{ dropId: 'linea', kind: 'blocked' }] }],
    ['degraded', { heldBack: HELD_BACK }],
    ['degraded', { lagMs: 3_600_001 }],
    ['off', { offReason: 'no key', seenAtMs: 0 }],
    ['unknown', { seenAtMs: NOW_MS - 300_001 }],
    ['unknown', { drops: 0 }],
    ['unknown', { answeredAtMs: null }],
  ])('returns %s for a source with %j', (status, over) => {
    expect(present([source(over)], []).sources?.[0]?.status).toBe(status);
  });

  it.each<[string, Partial<SourceHealth>]>([
    ['ok', {}],
    ['failing', { failing: 1, heldBack: HELD_BACK }],
    ['failing', { failing: 1, failures: [{ dropId: '', kind: 'blocked' }] }],
    ['degraded', { heldBack: HELD_BACK }],
    ['off', { offReason: 'no key', seenAtMs: 0 }],
    ['unknown', { seenAtMs: NOW_MS - 300_001 }],
    ['unknown', { answeredAtMs: null }],
  ])('returns %s for a finder with %j', (status, over) => {
    expect(present([], [finder(over)]).finders?.[0]?.status).toBe(status);
  });

  // A message of a source can contain an address with a key.
  it('returns no message, and no host', () => {
    const secret = { failure: 'https://user:key@api.example', offReason: null, heldBack: HELD_BACK };
    const text = JSON.stringify(present([source(secret)], [finder(secret)]));
    expect(text).not.toMatch(/example|key/);
  });

  it('returns null, not an empty list, while the reports cannot be read', () => {
    expect(presentStatus(DATA, null, '1.2.3')).toMatchObject({ sources: null, finders: null, checked_at: null });
    expect(present([], [])).toMatchObject({ sources: [], finders: [], checked_at: '2026-11-21T08:00:00.000Z' });
  });
});
