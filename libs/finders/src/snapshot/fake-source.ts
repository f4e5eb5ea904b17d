import type { FakeHandler } from '@droptrack/sources/testing';

/** Proposal at the fake hub; `created` in seconds since the epoch. */
export interface FakeNewProposal {
  readonly id: string;
  readonly title: string;
  readonly body?: string | null;
  readonly created: number;
  readonly flagged?: boolean;
  readonly space: {
    readonly id: string;
    readonly name?: string | null;
    readonly verified?: boolean | null;
    readonly flagged?: boolean | null;
    readonly followersCount?: number | null;
  } | null;
}

/** Fake `https://hub.snapshot.org` for the query of the finder. */
export function fakeSnapshotProposals(proposals: readonly FakeNewProposal[]): FakeHandler {
  return ({ method, url, body }) => {
    if (method !== 'POST' || url.pathname !== '/graphql') return null;
    const { variables } = JSON.parse(body) as { variables: { from: number; first: number } };
    const page = proposals
      .filter(({ created, flagged = false }) => created >= variables.from && !flagged)
      .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
      .slice(0, variables.first)
      .map(({ id, title, body: text = '', created, space }) => ({ id, title, body: text, created, space }));
    return { body: { data: { proposals: page } } };
  };
}
