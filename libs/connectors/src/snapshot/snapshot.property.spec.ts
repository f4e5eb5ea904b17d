import * as fc from 'fast-check';
import type { SourceHttp, Json } from '@droptrack/sources';
import { snapshotConnector } from './snapshot';
import { type FakeProposal, fakeSnapshot, type SnapshotFixture } from './fake-source';

const DAY = 86_400;
const FIRST_POLL = 1_700_000_000;
const url = 'http://snapshot.test';

/** The fake server, called without a socket. */
const httpOf = (fixture: SnapshotFixture): SourceHttp => {
  const answering = fakeSnapshot(fixture);
  return {
    json: async (address, { json, headers = {} } = {}) => {
      const reply = await answering({ method: 'POST', url: new URL(address), headers, body: JSON.stringify(json) });
      return {
        kind: 'response',
        status: 200,
        body: reply?.body,
        validators: { etag: null, lastModified: null },
        links: {},
      };
    },
    text: () => Promise.reject(new Error('not asked for')),
  };
};

const anyProposal = fc
  .record({
    startsBefore: fc.integer({ min: -20 * DAY, max: 60 * DAY }),
    lasts: fc.integer({ min: 1, max: 40 * DAY }),
    votes: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  })
  .map(({ startsBefore, lasts, votes }) => {
    const start = FIRST_POLL - startsBefore;
    return {
      start,
      end: start + lasts,
      votesAt: votes.map((at) => start + Math.floor(at * lasts)).sort((a, b) => a - b),
    };
  });
const anyPauses = fc.array(fc.integer({ min: 1, max: 9 * DAY }), { minLength: 1, maxLength: 8 });

// Whatever the order of polls and the pauses between them: what one poll kept never makes another one miscount.
it('counts each vote of the last 30 days once, in every poll of a series', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyProposal, { maxLength: 8 }), anyPauses, async (all, pauses) => {
      const connector = snapshotConnector({ url, apiKey: null });
      let memory: Json | null = null;
      let now = FIRST_POLL;
      for (const pause of pauses) {
        now += pause;
        const castBy = (at: number): boolean => at <= now;
        const proposals: FakeProposal[] = all.map((each, i) => ({
          ...each,
          id: `p${i}`,
          votesAt: each.votesAt.filter(castBy),
        }));
        const http = httpOf({ spaces: new Map([['aave.eth', proposals]]), apiKey: null });
        const collected = await connector.read({ query: ['aave.eth'], memory, http, nowMs: now * 1_000 });
        const expected = all
          .flatMap(({ votesAt }) => votesAt)
          .filter((at) => castBy(at) && at >= now - 30 * DAY).length;
        expect(collected.readings[0]?.value).toBe(expected);
        memory = collected.memory;
      }
    }),
  );
});
