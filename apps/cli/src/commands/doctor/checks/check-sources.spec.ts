import type { SourceHealth } from '@droptrack/persistence';
import { finderHealth, sourceHealth } from '@droptrack/persistence/testing';
import { checkNotices, checkSource, describeOutside } from './check-sources';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;

const check = (over: Partial<SourceHealth>) => checkSource(sourceHealth(NOW_MS, over), NOW_MS);

describe('a doctor finding of a source', () => {
  it('contains the last response, the lag, the budget and the circuit breaker', () => {
    expect(check({})).toEqual({
      check: 'source defillama',
      state: 'ok',
      message: 'last response 3 min ago; 12 drops; lag 0 s; budget 19 now, 120 per minute; breaker closed',
      advice: null,
    });
  });

  it('distinguishes off by choice from off because of a missing setting of some drops', () => {
    expect(check({ offReason: 'SOURCES_OFF names it' })).toMatchObject({
      state: 'ok',
      message: 'off: SOURCES_OFF names it',
    });
    expect(check({ offReason: 'it needs EVM_RPC_URLS', drops: 0 }).state).toBe('ok');
    expect(check({ offReason: 'it needs EVM_RPC_URLS', drops: 3 })).toMatchObject({
      state: 'warn',
      message: 'off: it needs EVM_RPC_URLS; used by 3 drops',
    });
  });

  it('warns while it is down, with the last error and the next poll', () => {
    const down = check({
      failedAtMs: NOW_MS - 40_000,
      failureKind: 'network',
      failure: 'linea: api.llama.fi could not be reached',
      failing: 12,
      failures: ['linea', 'scroll', 'blast'].map((dropId) => ({ dropId, kind: 'network' })),
      heldBack: [{ host: 'api.llama.fi', state: 'open', retryAtMs: NOW_MS + 5 * MINUTE_MS }],
    });
    expect(down.state).toBe('warn');
    expect(down.message).toContain('12 failing (linea network, scroll network, blast network, …)');
    expect(down.message).toContain('breaker open: api.llama.fi failed repeatedly, next request in 5 min');
    expect(down.message).toContain('last error 40 s ago (network): linea: api.llama.fi could not be reached');
  });

  it.each([
    ['a key is rejected', { failureKind: 'unauthorized' }, /key/],
    ['it is blocked in this country', { failureKind: 'blocked' }, /country of the worker/],
    ['a name is not known', { failureKind: 'not_found' }, /file/],
    ['a file is wrong', { failureKind: 'query' }, /file/],
  ])('recommends a remedy if %s', (_, { failureKind: kind }, advice) => {
    const failures = [{ dropId: 'linea', kind }];
    expect(check({ drops: 1, failing: 1, failures }).advice).toMatch(advice);
  });

  // Otherwise one wrong name among thousands would raise an alarm or not, depending on the order of polls.
  it('is ok with one wrong name among many, and names its drop', () => {
    const failures = [{ dropId: 'linea', kind: 'not_found' }];
    expect(
      check({ failedAtMs: NOW_MS, failureKind: 'not_found', failure: 'linea: x', failing: 1, failures }),
    ).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('12 drops, 1 failing (linea not_found)'),
    });
  });

  it('warns without a worker that polls it, and if polls do not keep up', () => {
    expect(check({ seenAtMs: NOW_MS - 3 * 60 * MINUTE_MS }).advice).toMatch(/No worker has polled it for 3 h/);
    expect(check({ lagMs: 2 * 60 * MINUTE_MS }).advice).toMatch(/rate limit of the source is too low/);
  });
});

const checkFinder = (over: Partial<SourceHealth> = {}) => checkSource(finderHealth(NOW_MS, over), NOW_MS);

describe('a doctor finding of a finder', () => {
  it('contains the last success and the next run', () => {
    expect(checkFinder()).toEqual({
      check: 'finder evm-campaigns/ethereum',
      state: 'ok',
      message: 'last success 3 min ago; next run in 5 min',
      advice: null,
    });
  });

  it('states why it is off, without a warning', () => {
    const off = checkFinder({ offReason: 'it needs EVM_RPC_URLS' });
    expect(off).toMatchObject({ state: 'ok', message: 'off: it needs EVM_RPC_URLS' });
  });

  it('warns while it fails, with the last success, the reason and the action', () => {
    const failing = (kind: string, over: Partial<SourceHealth> = {}) => ({
      ...{ failing: 1, failuresInRow: 4, failureKind: kind, failure: 'ethereum: access denied (status 401)' },
      failures: [{ dropId: '', kind }],
      ...over,
    });
    expect(checkFinder(failing('unauthorized'))).toEqual({
      check: 'finder evm-campaigns/ethereum',
      state: 'warn',
      message:
        'last success 3 min ago; 4 failures since then, next run in 5 min; last error (unauthorized): ethereum: access denied (status 401)',
      advice: 'Check its URL or API key in the environment of the worker.',
    });
    expect(checkFinder(failing('blocked')).advice).toContain('country of the worker');
    expect(checkFinder(failing('internal')).advice).toContain('bug in Droptrack');
    expect(checkFinder(failing('unauthorized', { answeredAtMs: null })).message).toContain('no success yet');
  });

  it('warns of a host that is held back, and of a finder that no worker runs', () => {
    const heldBack = [{ host: 'https://rpc.example.com', state: 'open', retryAtMs: NOW_MS + MINUTE_MS }];
    expect(checkFinder({ heldBack })).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('is held back'),
    });
    const silent = checkFinder({ seenAtMs: NOW_MS - 6 * MINUTE_MS });
    expect(silent).toMatchObject({ state: 'warn', advice: expect.stringContaining('Start a worker') });
  });
});

const cutOff = {
  answeredAtMs: null,
  failedAtMs: NOW_MS - 1_000,
  failures: [],
  failureKind: 'network',
  failure: 'api.llama.fi: connection failed (ENOTFOUND)',
};
const source = (id: string, over: object = {}) =>
  sourceHealth(NOW_MS, { id, drops: 4, failing: 4, ...cutOff, ...over });
const finder = finderHealth(NOW_MS, { ...cutOff, id: 'merkl', failing: 1, failuresInRow: 4 });

describe('findings about sources and finders', () => {
  it('are one without a way out to the internet, also where others are off for want of a setting', () => {
    const off = source('reddit', { ...cutOff, failedAtMs: null, offReason: 'it needs REDDIT_CLIENT_ID' });
    const findings = describeOutside([finder, source('defillama'), source('github'), source('rss'), off], NOW_MS);
    expect(findings).toEqual([
      {
        check: 'internet',
        state: 'warn',
        message:
          'There is no way out to the internet: no source and no finder can be reached (api.llama.fi: connection failed (ENOTFOUND))',
        advice: expect.stringContaining('SOURCES_OFF=all'),
      },
    ]);
  });

  it('keep what a source has announced before', () => {
    const notices = [{ host: 'api.llama.fi', text: 'moves to v2', sunsetAtMs: null, seenAtMs: NOW_MS - 60_000 }];
    const findings = describeOutside([source('defillama', { notices }), source('github'), source('rss')], NOW_MS);
    expect(findings.map(({ check, message }) => [check, message])).toEqual([
      ['internet', expect.any(String)],
      ['source defillama', 'api.llama.fi announces: moves to v2'],
    ]);
  });

  it('are one each if any of them responds', () => {
    const works = source('github', { answeredAtMs: NOW_MS, failing: 0 });
    const findings = describeOutside([source('defillama'), works, source('rss'), finder], NOW_MS);
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ['source defillama', 'warn'],
      ['source github', 'ok'],
      ['source rss', 'warn'],
      ['finder merkl', 'warn'],
    ]);
  });
});

const SEEN_MS = Date.parse('2026-05-27T12:00:00Z');
const notice = {
  host: 'api.example',
  text: 'deprecated; "use /v2"',
  sunsetAtMs: null,
  seenAtMs: SEEN_MS - 60 * MINUTE_MS,
};
const messages = (...notices: Parameters<typeof checkNotices>[1]) =>
  checkNotices('source polymarket', notices, SEEN_MS).map(({ message }) => message);

describe('a doctor finding of an announcement', () => {
  it('warns with the host, its words, and the end of the requests', () => {
    expect(checkNotices('source polymarket', [notice], SEEN_MS)).toEqual([
      {
        check: 'source polymarket',
        state: 'warn',
        message: 'api.example announces: deprecated; "use /v2"',
        advice: expect.stringContaining('newer version of Droptrack'),
      },
    ]);
    expect(
      messages(
        { ...notice, sunsetAtMs: Date.parse('2026-06-01T00:00:00Z') },
        { ...notice, text: '', sunsetAtMs: Date.parse('2026-05-01T00:00:00Z') },
      ),
    ).toEqual([
      'api.example announces: deprecated; "use /v2"; ends on 2026-06-01',
      'api.example announces: ended on 2026-05-01, and may stop at any time',
    ]);
  });

  it('is none of a host that has stopped to announce it', () => {
    expect(messages({ ...notice, seenAtMs: SEEN_MS - 49 * 60 * MINUTE_MS })).toEqual([]);
  });
});
