import { type FakeHandler, type Reply, type FakeServer, startFakeServer, pollOf } from '@droptrack/sources/testing';
import { githubConnector } from './github';
import { type FakeCommit, fakeGithub, type GithubFixture } from './fake-source';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 7, 1, 12);
const by = (login: string, atMs = nowMs - DAY_MS): FakeCommit => ({ login, email: `${login}@x.test`, atMs });

let source: FakeServer;
let fixture: GithubFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { repositories: new Map(), token: 'good' };
  answering = fakeGithub(fixture);
  source = await startFakeServer((asked) => answering(asked));
});
afterEach(() => source.close());

const connector = (token: string | null = 'good') => githubConnector({ url: source.url, token });
const collect = (query: readonly string[], options: Partial<Parameters<typeof pollOf>[1]> = {}) =>
  connector().read(pollOf(query, { nowMs, ...options }));
const reads = (value: number) => [{ signal: 'dev_committers', value, observedAtMs: nowMs }];

describe('githubConnector', () => {
  it('counts the committers of several repositories once', async () => {
    fixture.repositories.set('o/a', { commits: [by('ann'), by('bob'), by('ann')] });
    fixture.repositories.set('o/b', { commits: [by('ann'), by('cid'), { ...by('renovate[bot]'), type: 'Bot' }] });
    expect((await collect(['o/a', 'o/b'])).readings).toEqual(reads(3));
  });

  it('sends the headers and the window that the API documents', async () => {
    fixture.repositories.set('o/a', { commits: [by('ann')] });
    await collect(['o/a']);
    expect(source.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      authorization: 'Bearer good',
      'x-github-api-version': '2022-11-28',
    });
    expect(source.requests[0]?.url.searchParams.get('since')).toBe('2026-07-18T00:00:00Z');
  });

  it('sends fewer requests without a token', async () => {
    fixture.repositories.set('o/a', { commits: [by('ann')] });
    const { readings } = await connector(null).read(pollOf(['o/a'], { nowMs }));
    expect(readings).toEqual(reads(1));
    expect(connector(null).limits.requestsPerMinute * 60).toBeLessThan(60);
  });

  it('cuts at exactly 14 days, although it requests from the start of the day', async () => {
    const edgeMs = nowMs - 14 * DAY_MS;
    fixture.repositories.set('o/a', {
      commits: [by('ann', edgeMs + 1_000), by('bob', edgeMs), by('cid', edgeMs - 1_000)],
    });
    expect((await collect(['o/a'])).readings).toEqual(reads(1));
  });

  it('reads up to ten pages', async () => {
    const commits = Array.from({ length: 1_150 }, (_, i) => by(`dev${i}`, nowMs - i * 1_000));
    fixture.repositories.set('o/a', { commits });
    expect((await collect(['o/a'])).readings).toEqual(reads(1_000));
    expect(source.requests).toHaveLength(10);
  });

  it('returns 0 for a repository without commits', async () => {
    fixture.repositories.set('o/a', { commits: [] });
    expect((await collect(['o/a'])).readings).toEqual(reads(0));
  });

  // Otherwise the value would never fall after the last commit.
  it('moves the window on when nothing has changed', async () => {
    fixture.repositories.set('o/a', { commits: [by('ann', nowMs - 1_000), by('bob', nowMs - 13 * DAY_MS)] });
    const first = await collect(['o/a']);
    const laterMs = nowMs + 2 * DAY_MS;
    answering = ({ headers }) => (headers['if-none-match'] ? { status: 304, body: '' } : null);
    const later = await collect(['o/a'], { nowMs: laterMs, memory: first.memory });
    expect(first.readings).toEqual(reads(2));
    expect(later.readings).toEqual([{ signal: 'dev_committers', value: 1, observedAtMs: laterMs }]);
  });

  it('sends one request and reads no body while nothing changes', async () => {
    fixture.repositories.set('o/a', { commits: Array.from({ length: 150 }, (_, i) => by(`dev${i}`)) });
    const { memory } = await collect(['o/a']);
    const again = await collect(['o/a'], { memory });
    expect(again.readings).toEqual(reads(150));
    expect(source.requests).toHaveLength(3);
    expect(again.memory).toEqual(memory);
  });

  it('reads all pages again when the first has changed', async () => {
    const commits = Array.from({ length: 150 }, (_, i) => by(`dev${i}`));
    fixture.repositories.set('o/a', { commits });
    const { memory } = await collect(['o/a']);
    commits.push(by('new', nowMs - 1_000));
    expect((await collect(['o/a'], { memory })).readings).toEqual(reads(151));
    const conditions = source.requests.map(({ headers }) => headers['if-none-match'] !== undefined);
    expect(conditions).toEqual([false, false, true, false]);
  });

  it('ignores an invalid memory', async () => {
    fixture.repositories.set('o/a', { commits: [by('ann')] });
    expect((await collect(['o/a'], { memory: { 'o/a': { validators: 'x' } } })).readings).toEqual(reads(1));
  });

  it('keeps a small memory without names and addresses', async () => {
    const commits = Array.from({ length: 1_000 }, (_, i) => ({ ...by(`secret${i}`), login: null }));
    const names = ['o/a', 'o/b', 'o/c', 'o/d', 'o/e'];
    names.forEach((name) => fixture.repositories.set(name, { commits }));
    const kept = JSON.stringify((await collect(names)).memory);
    expect(kept).not.toContain('secret');
    expect(kept.length).toBeLessThan(256 * 1_024);
  });

  it.each([
    ['a missing repository', 'not_found', (): Reply | null => null],
    ['a rejected token', 'unauthorized', () => ({ status: 401, body: { message: 'Bad credentials' } })],
    ['an object in place of a list', 'wrong_shape', () => ({ body: { message: 'hello' } })],
    ['a commit without a commit', 'wrong_shape', () => ({ body: [{ sha: 'x' }] })],
    [
      'a page that names itself as the next',
      'wrong_shape',
      (): Reply => ({ headers: { link: '<?page=2>; rel="next"' }, body: [] }),
    ],
  ] as const)('fails on %s', async (_, kind, reply) => {
    answering = reply as FakeHandler;
    await expect(collect(['o/a'])).rejects.toMatchObject({ name: 'SourceError', kind });
  });

  // GitHub reports them with the status of a rejected token, which would wait 6 hours for the operator.
  it.each([
    ['without Retry-After', { 'x-ratelimit-remaining': '4979' }, 60_000],
    ['with Retry-After', { 'retry-after': '120' }, 120_000],
  ])('takes a secondary rate limit %s for one', async (_, headers, retryAfterMs) => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    answering = () => ({ status: 403, headers, body: { message } });
    await expect(collect(['o/a'])).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs });
  });

  it('reports any other rejection as one of the token', async () => {
    answering = () => ({ status: 403, body: { message: 'Resource not accessible by personal access token' } });
    await expect(collect(['o/a'])).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('does not send its token to another host', async () => {
    const other = await startFakeServer(() => ({ headers: { link: '<?page=2>; rel="next"' }, body: [] }));
    answering = () => ({ status: 302, headers: { location: `${other.url}/commits` }, body: '' });
    await expect(collect(['o/a'])).rejects.toMatchObject({ kind: 'wrong_shape' });
    await other.close();
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});

describe('parseQuery', () => {
  it.each([
    ['Consensys/linea-monorepo', ['Consensys/linea-monorepo']],
    [
      ['a/b', 'A/B', 'a/.github'],
      ['A/B', 'a/.github'],
    ],
  ])('accepts %j', (declared, query) => expect(connector().parseQuery(declared)).toEqual(query));

  it.each([
    'linea',
    'a/b/c',
    'a/..',
    '../x',
    'a/b?x',
    '-a/b',
    'a/b\n',
    'https://github.com/a/b',
    7,
    null,
    [],
    {},
    Array.from({ length: 6 }, (_, i) => `a/b${i}`),
  ])('rejects %j', (declared) => expect(() => connector().parseQuery(declared)).toThrow('must be owner/name'));
});
