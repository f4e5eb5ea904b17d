import { createHash } from 'node:crypto';
import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** A commit of the fake source's repository. */
export interface FakeCommit {
  /** Null if GitHub cannot match the e-mail address to an account. */
  login: string | null;
  email: string;
  name?: string;
  type?: 'User' | 'Bot';
  /** Committer's date, milliseconds since the epoch. */
  atMs: number;
}

/** State of the fake GitHub. */
export interface GithubFixture {
  /** By `owner/name` in lower case. */
  repositories: Map<string, { commits: FakeCommit[] }>;
  /** Valid token; null to reject every token. */
  token: string | null;
}

/** Fake `https://api.github.com`. */
export function fakeGithub(fixture: GithubFixture): FakeHandler {
  return (asked: FakeRequest): Reply | null => {
    const { authorization } = asked.headers;
    if (authorization !== undefined && authorization !== `Bearer ${fixture.token}`)
      return { status: 401, body: { message: 'Bad credentials' } };
    const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)\/commits$/.exec(asked.url.pathname) ?? [];
    const repository = fixture.repositories.get(`${owner}/${name}`.toLowerCase());
    if (repository === undefined) return null;
    if (repository.commits.length === 0) return { status: 409, body: { message: 'Git Repository is empty.' } };
    return commitsPage(repository.commits, asked);
  };
}

function commitsPage(commits: readonly FakeCommit[], { url, headers: asked }: FakeRequest): Reply {
  const sinceMs = Date.parse(url.searchParams.get('since') ?? '1970-01-01T00:00:00Z');
  const perPage = Number(url.searchParams.get('per_page') ?? 30);
  const page = Number(url.searchParams.get('page') ?? 1);
  const found = commits.filter(({ atMs }) => atMs >= sinceMs).sort((one, other) => other.atMs - one.atMs);
  const body = JSON.stringify(found.slice((page - 1) * perPage, page * perPage).map(commitBody));
  const etag = `W/"${createHash('sha1').update(body).digest('hex')}"`;
  if (asked['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
  const next = new URLSearchParams({ ...Object.fromEntries(url.searchParams), page: String(page + 1) });
  // Relative, because the handler does not know the URL of its server; those of GitHub are absolute.
  const link = `<?${next}>; rel="next", <?page=99>; rel="last"`;
  const isLast = found.length <= page * perPage;
  const headers = { etag, 'content-type': 'application/json; charset=utf-8', ...(!isLast && { link }) };
  return { headers, body };
}

function commitBody({ login, email, name = login ?? email, type = 'User', atMs }: FakeCommit, index: number) {
  const date = new Date(atMs).toISOString().replace('.000Z', 'Z');
  return {
    sha: index.toString(16).padStart(40, '0'),
    commit: {
      author: { name, email, date },
      committer: { name: 'GitHub', email: 'noreply@github.com', date },
      message: 'Change',
    },
    author: login === null ? null : { login, id: 1, type },
    committer: { login: 'web-flow', id: 19864447, type: 'User' },
    parents: [],
  };
}
