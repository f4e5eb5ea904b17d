import type { SourceId } from '@droptrack/connectors';

/** Different things that drops ask about: enough that no source can keep its answers, few enough to serve cheaply. */
export const SUBJECTS = 100;

/** What the local sources give out to the worker, and to nobody else. */
export const CREDENTIALS = { githubToken: 'bench', redditClientId: 'bench', redditClientSecret: 'bench' } as const;

/** By which drops name the chain to ask. */
export const CHAIN = 'linea';

/** Of one length, so that none is found in another. */
export const wordOf = (subject: number): string => `p${String(subject).padStart(3, '0')}`;
export const fidOf = (subject: number): number => 1_000 + subject;
export const feedPathOf = (subject: number): string => `/${wordOf(subject)}.xml`;
export const repositoryOf = (subject: number): string => `bench/${wordOf(subject)}`;
export const spaceOf = (subject: number): string => `${wordOf(subject)}.eth`;
export const contractOf = (subject: number): string => `0x${String(subject).padStart(40, '0')}`;

/**
 * What the file of a drop states below `sources`: all nine, one question each.
 *
 * @param n - number of the drop.
 * @param feedsUrl - where feeds are; no slash at the end.
 */
export function statedSources(n: number, feedsUrl: string): Readonly<Record<SourceId, unknown>> {
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
