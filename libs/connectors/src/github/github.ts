import { z } from 'zod';
import {
  type FailedResponse,
  type SourceHttp,
  type Validators,
  type Connector,
  type Json,
  SourceError,
  SourceQueryError,
} from '@droptrack/sources';
import { type Commit, commitShape, type Committers, committersOf, countCommitters } from './committers';

/** Repositories, `owner/name`, whose committers are counted together. */
export type GithubQuery = readonly string[];

const DAY_MS = 86_400_000;
const WINDOW_MS = 14 * DAY_MS;
const REPOSITORIES_MAX = 5;
const PAGES_MAX = 10;
const COMMITS_PER_PAGE = 100;

const repositoryPattern = /^[a-z\d](?:[a-z\d-]{0,38})\/(?!\.{1,2}$)[\w.-]{1,100}$/i;
const repository = z.string().regex(repositoryPattern);
const queryShape = z.union([repository.transform((one) => [one]), z.array(repository).min(1).max(REPOSITORIES_MAX)]);

const memoryShape = z.record(
  z.string(),
  z.object({
    validators: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
    committers: z.array(z.tuple([z.string(), z.number()])).max(PAGES_MAX * COMMITS_PER_PAGE),
  }),
);
/** Committers of one repository, with the validators of the response. */
interface Extract {
  readonly validators: Validators;
  readonly committers: Committers;
}

/** URL without a trailing slash, and a token: GitHub allows 60 requests per hour without one, 5 000 with one. */
export interface GithubSettings {
  readonly url: string;
  readonly token: string | null;
}

/**
 * Committers of the last 14 days (`dev_committers`) without bots, from GitHub's REST API, counted by {@link committersOf}.
 * The newest 1 000 commits of a repository are read, as saturation is at 30 committers.
 */
export function githubConnector(config: GithubSettings): Connector<GithubQuery> {
  return {
    id: 'github',
    limits: {
      intervalMs: 6 * 3_600_000,
      timeoutMs: 30_000,
      concurrency: 3,
      // GitHub allows 5 000 requests per hour with a token, and 60 per IP address without one.
      ...(config.token === null
        ? { requestsPerMinute: 0.9, requestBurst: 30 }
        : { requestsPerMinute: 50, requestBurst: 50 }),
    },
    parseQuery: parseGithubQuery,
    async read({ query, memory, http, nowMs }) {
      const last = recall(memory);
      const extracts = new Map<string, Extract>();
      for (const name of query) {
        const repositoryAt = { config, http, nowMs, name };
        extracts.set(name, await readRepository(repositoryAt, last.get(name) ?? null));
      }
      const committers = [...extracts.values()].map((extract) => extract.committers);
      const value = countCommitters(committers, nowMs - WINDOW_MS);
      return {
        readings: [{ signal: 'dev_committers', value, observedAtMs: nowMs }],
        memory: toMemory(extracts, nowMs),
      };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseGithubQuery(declared: unknown): GithubQuery {
  const parsed = queryShape.safeParse(declared);
  if (!parsed.success) {
    throw new SourceQueryError(
      `must be owner/name, such as Consensys/linea-monorepo, or a list of up to ${REPOSITORIES_MAX} of them`,
    );
  }
  return [...new Map(parsed.data.map((name) => [name.toLowerCase(), name])).values()];
}

interface RepositoryAt {
  readonly config: GithubSettings;
  readonly http: SourceHttp;
  readonly nowMs: number;
  readonly name: string;
}

/**
 * Reads the commits of one repository. They come newest first, so an unchanged first page means that no page has changed.
 * The window only moves forward, so a result for an older `since` contains everything that a new one would.
 */
async function readRepository({ config, http, nowMs, name }: RepositoryAt, last: Extract | null): Promise<Extract> {
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(config.token !== null && { authorization: `Bearer ${config.token}` }),
  };
  const commits: Commit[] = [];
  let validators: Validators | null = null;
  let url: string | null = firstPage(config.url, name, nowMs);
  for (let page = 1; page <= PAGES_MAX && url !== null; page += 1) {
    const conditional = page === 1 ? (last?.validators ?? null) : null;
    const response = await http.json(url, {
      headers,
      validators: conditional,
      acceptStatuses: [409],
      explainFailure: secondaryLimit,
    });
    if (response.kind === 'not_modified') {
      if (last === null)
        throw new SourceError('wrong_shape', 'GitHub: sent "not modified" for an unconditional request');
      return last;
    }
    // A repository without any commit.
    if (response.status === 409) break;
    commits.push(...commitsOf(response.body));
    validators ??= response.validators;
    url = nextPage(url, response.links['next']);
  }
  return { validators: validators ?? { etag: null, lastModified: null }, committers: committersOf(commits, nowMs) };
}

/** Wait after a secondary rate limit without `Retry-After`: "at least one minute" (documentation of GitHub's rate limits). */
const SECONDARY_LIMIT_MS = 60_000;

/** GitHub reports secondary rate limits with the status of a rejected token, and only the body names them. */
function secondaryLimit({ status, body, retryAfterMs }: FailedResponse): SourceError | null {
  if (status !== 403 || !/rate limit|abuse detection/i.test(body)) return null;
  return new SourceError('rate_limited', 'GitHub: secondary rate limit exceeded', retryAfterMs ?? SECONDARY_LIMIT_MS);
}

/** URL of the first page. `since` is rounded to the day, so that the URL stays the same for conditional requests. */
function firstPage(url: string, name: string, nowMs: number): string {
  const since = new Date(nowMs - WINDOW_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  return `${url}/repos/${name}/commits?${new URLSearchParams({ since, per_page: String(COMMITS_PER_PAGE) })}`;
}

/** @throws {SourceError} for a next page on another origin, which must not receive the token, or the same page. */
function nextPage(url: string, link: string | undefined): string | null {
  if (link === undefined) return null;
  if (new URL(link).origin !== new URL(url).origin || link === url)
    throw new SourceError('wrong_shape', 'GitHub: invalid link to the next page');
  return link;
}

function commitsOf(body: unknown): readonly Commit[] {
  const page = z.array(commitShape).max(COMMITS_PER_PAGE).safeParse(body);
  if (!page.success) throw new SourceError('wrong_shape', 'GitHub: not a list of commits');
  return page.data;
}

function recall(memory: Json | null): ReadonlyMap<string, Extract> {
  const { data = {} } = memoryShape.safeParse(memory);
  return new Map(
    Object.entries(data).map(([name, { validators, committers }]) => [
      name,
      { validators, committers: new Map(committers) },
    ]),
  );
}

/** State for the next poll, without committers outside the window. */
function toMemory(extracts: ReadonlyMap<string, Extract>, nowMs: number): Json {
  const entries = [...extracts].map(([name, { validators, committers }]) => {
    const recent = [...committers].filter(([, lastMs]) => lastMs > nowMs - WINDOW_MS);
    return [name, { validators, committers: recent }] as const;
  });
  return Object.fromEntries(entries);
}
