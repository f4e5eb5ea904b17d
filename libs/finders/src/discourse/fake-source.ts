import type { FakeHandler } from '@droptrack/sources/testing';

/** Topic of the fake forum, with the members that Discourse sends and the finder ignores left out. */
export interface FakeTopic {
  readonly id: number;
  readonly title: string;
  readonly slug?: string | null;
  /** RFC 3339. */
  readonly created_at: string;
  readonly pinned?: boolean;
}

const PER_PAGE = 30;

/** Fake Discourse forum below a path, for the list of the latest topics. */
export function fakeDiscourse(topics: readonly FakeTopic[], path = ''): FakeHandler {
  return ({ method, url }) => {
    if (method !== 'GET' || url.pathname !== `${path}/latest.json`) return null;
    if (url.searchParams.get('order') !== 'created') return { status: 400, body: { errors: ['order'] } };
    const page = Number(url.searchParams.get('page') ?? '0');
    const newest = [...topics].sort(
      (a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false) || b.created_at.localeCompare(a.created_at),
    );
    return {
      body: { users: [], topic_list: { per_page: PER_PAGE, topics: newest.slice(page * PER_PAGE).slice(0, PER_PAGE) } },
    };
  };
}
