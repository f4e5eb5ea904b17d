/** Subjects that drops name: enough that no source can cache its responses, few enough to serve cheaply. */
export const SUBJECTS = 100;

/** Accepted by the fake servers. */
export const CREDENTIALS = { githubToken: 'bench', redditClientId: 'bench', redditClientSecret: 'bench' } as const;

/** The chain that drops name. */
export const CHAIN = 'linea';

/** Of one length, so that none contains another. */
export const wordOf = (subject: number): string => `p${String(subject).padStart(3, '0')}`;
export const fidOf = (subject: number): number => 1_000 + subject;
export const feedPathOf = (subject: number): string => `/${wordOf(subject)}.xml`;
export const repositoryOf = (subject: number): string => `bench/${wordOf(subject)}`;
export const spaceOf = (subject: number): string => `${wordOf(subject)}.eth`;
const contractOf = (subject: number): string => `0x${String(subject).padStart(40, '0')}`;

/** The entries of a drop below `sources`: all nine. @param n - number of the drop. @param feedsUrl - without a slash at the end. */
export function sourcesOfDrop(n: number, feedsUrl: string) {
  const subject = n % SUBJECTS;
  const word = wordOf(subject);
  return {
    farcaster: fidOf(subject),
    defillama: word,
    evm: { rpc: CHAIN, contract: contractOf(subject) },
    reddit: word,
    rss: { feeds: [`${feedsUrl}${feedPathOf(subject)}`], words: [word] },
    coingecko: word,
    github: repositoryOf(subject),
    polymarket: word,
    snapshot: spaceOf(subject),
  };
}

/** A source that the bench polls. */
export type PolledSource = keyof ReturnType<typeof sourcesOfDrop>;
export const POLLED_SOURCES = Object.keys(sourcesOfDrop(0, '')) as readonly PolledSource[];
