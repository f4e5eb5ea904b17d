import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** Proposal with the times of its votes, oldest first; in seconds since the epoch. */
export interface FakeProposal {
  id: string;
  start: number;
  end: number;
  votesAt: number[];
}

/** State of the fake Snapshot: proposals by space. */
export interface SnapshotFixture {
  spaces: Map<string, FakeProposal[]>;
  /** Valid key. As on the real hub, requests without a key are accepted, and those with another key are rejected. */
  apiKey: string | null;
}

interface Variables {
  readonly spaces?: readonly string[];
  readonly begin?: number;
  readonly now?: number;
  readonly proposal?: string;
  readonly from?: number;
  readonly before?: number;
  readonly first?: number;
  readonly skip?: number;
}

/** Fake `https://hub.snapshot.org` for the two queries of the connector. */
export function fakeSnapshot(fixture: SnapshotFixture): FakeHandler {
  return ({ method, url, headers, body }: FakeRequest): Reply | null => {
    if (method !== 'POST' || url.pathname !== '/graphql') return null;
    const key = headers['x-api-key'];
    if (key !== undefined && key !== fixture.apiKey) return { status: 401, body: { error: 'invalid api key' } };
    const { query, variables } = JSON.parse(body) as { query: string; variables: Variables };
    if ((variables.first ?? 20) > 1_000 || (variables.skip ?? 0) > 5_000) {
      return { body: { errors: [{ message: 'The `first` argument must not be greater than 1000' }], data: null } };
    }
    return { body: { data: query.includes('votes(') ? votes(fixture, variables) : proposals(fixture, variables) } };
  };
}

function proposals({ spaces }: SnapshotFixture, { spaces: ids = [], ...variables }: Variables): unknown {
  const { begin = 0, now = Infinity, first = 20, skip = 0 } = variables;
  const known = ids.filter((id) => spaces.has(id));
  return {
    spaces: known.map((id) => ({ id })),
    proposals: known
      .flatMap((id) => spaces.get(id) ?? [])
      .filter(({ start, end }) => end >= begin && start <= now)
      .sort((a, b) => b.start - a.start)
      .slice(skip, skip + first)
      .map(({ id, start, end, votesAt }) => ({ id, start, end, votes: votesAt.length })),
  };
}

function votes({ spaces }: SnapshotFixture, variables: Variables): unknown {
  const { proposal, from = 0, before = Infinity, first = 20 } = variables;
  const votesAt = [...spaces.values()].flat().find(({ id }) => id === proposal)?.votesAt ?? [];
  const asked = votesAt.filter((at) => at >= from && at < before).slice(0, first);
  return { votes: asked.map((created) => ({ created })) };
}
