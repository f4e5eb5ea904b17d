import { type Commit, committerOf, committersOf, countCommitters } from './committers';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 7, 1);
const commitBy = (
  author: { login?: string; type?: string; email?: string; name?: string },
  atMs: number = nowMs - DAY_MS,
): Commit => ({
  commit: {
    author: { name: author.name ?? 'A name', email: author.email ?? 'someone@example.test' },
    committer: { date: new Date(atMs).toISOString() },
  },
  author: author.login === undefined ? null : { login: author.login, type: author.type ?? 'User' },
});
const count = (...commits: Commit[]) => committersOf(commits, nowMs).size;

describe('committersOf', () => {
  it.each([
    ['by the account, whatever the commit address', { login: 'Ann', email: 'a@x.test' }, { login: 'ann' }],
    ['by the hidden address that names the account', { login: 'ann' }, { email: '123+Ann@users.noreply.github.com' }],
    ['by the older form of the hidden address', { login: 'ann' }, { email: 'ann@users.noreply.github.com' }],
    ['by the address, in any letter case', { email: 'Ann@x.test ' }, { email: 'ann@X.test' }],
  ])('recognises a person %s', (_, one, other) => expect(count(commitBy(one), commitBy(other))).toBe(1));

  it.each([
    ['an account of type Bot', { login: 'helper', type: 'Bot' }],
    ['a GitHub app', { login: 'dependabot[bot]' }],
    ["a GitHub app's address", { email: '49699333+dependabot[bot]@users.noreply.github.com' }],
    ['a name that ends in "bot"', { email: 'ci@x.test', name: 'Release Bot' }],
    ['an account of a known program', { login: 'web-flow' }],
    ['a no-reply address', { email: 'noreply@x.test' }],
    ['a mailbox of a bot', { email: 'linea-bot@x.test' }],
  ])('excludes %s', (_, author) => expect(count(commitBy(author))).toBe(0));

  it.each([
    ['hides the address', { email: '7+noreply-fan@users.noreply.github.com' }],
    ['has a name that ends like "bot"', { login: 'talbot' }],
    ['has an account and a no-reply address', { login: 'ann', email: 'noreply@ann.test' }],
    ['is called Claude', { email: 'claude@x.test', name: 'Claude' }],
  ])('counts a person who %s', (_, author) => expect(count(commitBy(author))).toBe(1));

  it('counts the author of a change, not the merger', () => {
    const merged = { ...commitBy({ login: 'ann' }), committer: { login: 'web-flow' } };
    expect(count(merged)).toBe(1);
  });

  it('skips commits without an author', () => {
    const { committer } = commitBy({}).commit;
    expect(count({ author: null, commit: { author: null, committer } }, { author: {}, commit: { committer } })).toBe(0);
  });

  // A date in the future would count for ever, and hide the person's real commits.
  it('ignores commits from the future, and keeps the last real one', () => {
    const future = commitBy({ login: 'ann' }, nowMs + 365 * DAY_MS);
    expect(count(future)).toBe(0);
    const real = [commitBy({ login: 'ann' }, nowMs - DAY_MS), commitBy({ login: 'ann' }, nowMs - 3 * DAY_MS)];
    expect([...committersOf([future, ...real], nowMs).values()]).toEqual([nowMs - DAY_MS]);
  });
});

describe('countCommitters', () => {
  it('counts a person once over all repositories, and only after the instant', () => {
    const one = committersOf([commitBy({ login: 'ann' }), commitBy({ login: 'old' }, nowMs - 20 * DAY_MS)], nowMs);
    const other = committersOf([commitBy({ login: 'ann' }), commitBy({ login: 'bob' })], nowMs);
    expect(countCommitters([one, other], nowMs - 14 * DAY_MS)).toBe(2);
  });
});

describe('committerOf', () => {
  it('keeps no login and no address', () => {
    expect(committerOf(commitBy({ login: 'ann' }))).toMatch(/^[\w-]{11}$/);
    expect(committerOf(commitBy({ email: 'ann@x.test' }))).not.toContain('ann');
  });
});
