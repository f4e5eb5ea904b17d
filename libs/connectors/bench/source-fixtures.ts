import type { FakeHandler } from '@droptrack/sources/testing';
import type { PolledSource } from './subjects';
import {
  fakeCoingecko,
  fakeDefillama,
  type DefillamaFixture,
  fakeEvm,
  fakeFarcaster,
  fakeGithub,
  type GithubFixture,
  fakePolymarket,
  fakeReddit,
  fakeRss,
  type RssFixture,
  fakeSnapshot,
} from '../src/testing';
import { CREDENTIALS, feedPathOf, fidOf, repositoryOf, spaceOf, SUBJECTS, wordOf } from './subjects';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** Data of one subject: a full page of each source, as of a popular project. */
const PER_SUBJECT = {
  posts: 100,
  casts: 100,
  articles: 30,
  commits: 100,
  committers: 12,
  votes: 200,
  senders: 500,
  blockMs: 2_000,
} as const;

/** Days and tokens of the history in DefiLlama's responses. */
const HISTORY = { days: 700, tokens: 10 } as const;

/** The fixtures of all nine sources, with data of every subject. */
export class SourceFixtures {
  readonly #subjects = Array.from({ length: SUBJECTS }, (_, subject) => subject);
  readonly #defillama: DefillamaFixture;
  readonly #github: GithubFixture;
  readonly #rss: RssFixture;
  readonly answering: Readonly<Record<PolledSource, FakeHandler>>;

  /** @param nowMs - their data are a little older. */
  constructor(private readonly nowMs: number) {
    const subjects = this.#subjects;
    this.#defillama = {
      protocols: byWord((subject) => ({ tvlUsd: 1e6 + subject })),
      chains: new Map(),
      nowMs: () => nowMs,
    };
    this.#github = {
      repositories: new Map(subjects.map((subject) => [repositoryOf(subject), { commits: commits(nowMs) }])),
      token: CREDENTIALS.githubToken,
    };
    this.#rss = { feeds: new Map(subjects.map((subject) => [feedPathOf(subject), feed(subject, nowMs)])) };
    this.answering = {
      defillama: withLongHistory(fakeDefillama(this.#defillama), nowMs),
      github: fakeGithub(this.#github),
      reddit: fakeReddit({
        clientId: CREDENTIALS.redditClientId,
        clientSecret: CREDENTIALS.redditClientSecret,
        token: 'token',
        posts: subjects.flatMap((subject) => posts(subject, nowMs)),
      }),
      farcaster: fakeFarcaster({ casts: subjects.flatMap((subject) => casts(subject, nowMs)), apiKey: null }),
      rss: fakeRss(this.#rss),
      coingecko: fakeCoingecko({ trending: subjects.slice(0, 15).map(wordOf), apiKey: null }),
      polymarket: fakePolymarket({ markets: byWord(() => ({ prices: { Yes: 0.4, No: 0.6 }, volumeUsd: 50_000 })) }),
      snapshot: fakeSnapshot({
        spaces: new Map(subjects.map((subject) => [spaceOf(subject), proposals(subject, Math.floor(nowMs / 1_000))])),
        apiKey: null,
      }),
      evm: fakeEvm({ nowMs: Date.now, blockMs: PER_SUBJECT.blockMs, sendersPerDay: PER_SUBJECT.senders }),
    };
  }

  /** Changes the data of every source, so that no response is the same as before. */
  change(): void {
    for (const locked of this.#defillama.protocols.values()) locked.tvlUsd += 1;
    for (const repository of this.#github.repositories.values()) {
      repository.commits.unshift({ login: 'newcomer', email: 'newcomer@example.com', atMs: this.nowMs });
    }
    for (const [path, { articles }] of this.#rss.feeds) {
      articles.unshift({ url: `https://news.example.com${path}/new`, title: 'Something new', atMs: this.nowMs });
    }
  }
}

const byWord = <T>(of: (subject: number) => T): Map<string, T> =>
  new Map(Array.from({ length: SUBJECTS }, (_, subject) => [wordOf(subject), of(subject)]));

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

const commits = (nowMs: number) =>
  times(PER_SUBJECT.commits, (index) => {
    const login = `developer-${index % PER_SUBJECT.committers}`;
    return { login, email: `${login}@example.com`, atMs: nowMs - 3 * HOUR_MS * (index + 1) };
  });

const posts = (subject: number, nowMs: number) =>
  times(PER_SUBJECT.posts, (index) => ({
    author: `author_${subject}_${index}`,
    title: `News of ${wordOf(subject)} from ${index} hours ago`,
    selftext: `A text of its own about ${index} of the many events of the day at ${index} o'clock.`,
    subreddit: 'CryptoCurrency',
    atMs: nowMs - (HOUR_MS / 5) * (index + 1),
  }));

const casts = (subject: number, nowMs: number) =>
  times(PER_SUBJECT.casts, (index) => ({
    fid: 1_000_000 + index,
    text: `Cast number ${index} about ${wordOf(subject)}, at ${index} o'clock`,
    atMs: nowMs - (HOUR_MS / 5) * (index + 1),
    mentions: [fidOf(subject)],
  }));

const feed = (subject: number, nowMs: number) => ({
  format: subject % 2 === 0 ? ('rss' as const) : ('atom' as const),
  articles: times(PER_SUBJECT.articles, (index) => ({
    url: `https://news.example.com/${wordOf(subject)}/${index}`,
    title: index % 2 === 0 ? `${wordOf(subject)} has news of the day` : 'Something else happened',
    summary:
      'A sentence or two about it, as in real feeds, so that there is a text of the usual length to read and search.',
    atMs: nowMs - 2 * HOUR_MS * (index + 1),
  })),
});

/** Some begin before the window, so that their votes are counted one by one. */
const proposals = (subject: number, nowSeconds: number) =>
  times(4, (index) => {
    const start = nowSeconds - (10 * index + 5) * DAY_SECONDS;
    const step = Math.floor((7 * DAY_SECONDS) / PER_SUBJECT.votes);
    const votesAt = times(PER_SUBJECT.votes, (vote) => start + vote * step);
    return { id: `0x${subject}-${index}`, start, end: start + 7 * DAY_SECONDS, votesAt };
  });

/** Makes responses about protocols as long as DefiLlama's: the locked value by token and day, twice, some 400 kB. */
function withLongHistory(answering: FakeHandler, nowMs: number): FakeHandler {
  const history = times(HISTORY.days, (day) => ({
    date: Math.floor(nowMs / 1_000) - day * DAY_SECONDS,
    tokens: Object.fromEntries(times(HISTORY.tokens, (token) => [`TOKEN${token}`, 1_234.567 * (day + token)])),
  }));
  return async (asked) => {
    const reply = await answering(asked);
    const { body } = reply ?? {};
    if (reply === null || typeof body !== 'object' || body === null) return reply;
    return { ...reply, body: { ...body, tokensInUsd: history, tokens: history } };
  };
}
