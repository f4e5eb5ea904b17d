import { type SourceHttp, type Finder, validResponse } from '@droptrack/sources';
import { cleanName, NO_FACTS, type Sighting } from '@droptrack/discovery';
import { z } from 'zod';
import { announcesDrop } from '../announcements/announces-drop';

const DAY_MS = 86_400_000;
/** Age of the oldest topics that the first run reads. */
const LOOKBACK_DAYS = 30;
/** Topics of new members may wait for the approval of a moderator. */
const OVERLAP_DAYS = 2;
/** Pages of 30 topics. */
const PAGES_MAX = 20;
/** Limit of ids in the table of finders. */
const ID_LENGTH_MAX = 64;

const topic = z.object({
  id: z.int().min(1),
  title: z.string(),
  slug: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
});
const latest = z.object({ topic_list: z.object({ topics: z.array(topic).max(1_000) }) });
type Topic = z.infer<typeof topic>;

const SLUG = /^(?=.{1,255}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** Base URLs of forums. */
export interface DiscourseSettings {
  readonly urls: readonly string[];
}

/**
 * Announcements of drops in the titles of new topics, one finder per forum: a forum that fails does not block the others, and
 * is reported as a finder that fails.
 */
export function discourseFinders({ urls }: DiscourseSettings): readonly Finder[] {
  return [...new Set(urls)].map(forumFinder);
}

function forumFinder(url: string): Finder {
  const { host, origin, pathname } = new URL(url);
  const forum = `${host}${pathname.replace(/\/+$/, '')}`;
  return {
    id: `discourse/${forum}`.slice(0, ID_LENGTH_MAX),
    source: 'discourse',
    limits: { intervalMs: 3_600_000, timeoutMs: 120_000, requestsPerMinute: 20, requestsMax: 2 * PAGES_MAX },
    origins: [origin],
    async read({ sinceMs, http, nowMs }) {
      const fromMs = sinceMs === null ? nowMs - LOOKBACK_DAYS * DAY_MS : sinceMs - OVERLAP_DAYS * DAY_MS;
      const topics = await readTopics(url, host, http, fromMs);
      return { sightings: topics.flatMap((each) => sightingOf(url, forum, each)), gone: [], memory: null };
    },
  };
}

/** Reads topics from the newest one back to an instant; of more than the limit of pages, the newest ones. */
async function readTopics(url: string, host: string, http: SourceHttp, fromMs: number): Promise<readonly Topic[]> {
  // By id, because a new topic moves the others by one position while pages are read.
  const topics = new Map<number, Topic>();
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await http.json(`${url}/latest.json?order=created&page=${page}`);
    const body = response.kind === 'response' ? response.body : null;
    const { topic_list } = validResponse(host, latest, body);
    const recent = topic_list.topics.filter((each) => Date.parse(each.created_at) >= fromMs);
    for (const each of recent) topics.set(each.id, each);
    // Pinned topics may be older than the others of their page.
    if (recent.length === 0) break;
  }
  return [...topics.values()];
}

/** Empty for a topic that announces no drop. */
function sightingOf(url: string, forum: string, { id, title, slug }: Topic): Sighting[] {
  const name = cleanName(title);
  if (name === null || !announcesDrop(title)) return [];
  const page = slug && SLUG.test(slug) ? `${url}/t/${slug}/${id}` : `${url}/t/${id}`;
  return [
    {
      externalId: `${forum}/t/${id}`,
      kind: 'announcement',
      name,
      url: page.startsWith('https://') ? page : null,
      identity: { token: null, contract: null, defillama: null, market: null },
      facts: NO_FACTS,
      campaign: null,
      market: null,
    },
  ];
}
