import { numberToHex } from 'viem/utils';
import { z } from 'zod';
import type { FakeHandler, Reply } from '../testing/fake-server';

/** A node that knows who has claimed, and how it takes questions; a test may change all of it. */
export interface ClaimFixture {
  chainId: number;
  /** Last 40 digits of what contracts are called with, in lower case: addresses, or the end of an index. */
  claimed: Set<string>;
  /** Instead of a word; by the last 40 digits. */
  answers?: Map<string, unknown>;
  /** More calls in one request are refused, in the way of `refusal`; none when not given. */
  batchMax?: number;
  refusal?: (calls: readonly Call[]) => Reply;
  /** Before each answer. */
  delay?: () => Promise<void>;
}

const callShape = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });
type Call = z.infer<typeof callShape>;
const bodyShape = z.union([callShape, z.array(callShape)]);

/** Answers as an Ethereum node does to `eth_chainId` and `eth_call`, one by one and in batches. */
export function fakeClaimNode(fixture: ClaimFixture): FakeHandler {
  return async ({ body }) => {
    const asked = bodyShape.parse(JSON.parse(body));
    await fixture.delay?.();
    if (!Array.isArray(asked)) return { body: answerTo(fixture, asked) };
    const { batchMax = Infinity, refusal } = fixture;
    if (asked.length > batchMax && refusal !== undefined) return refusal(asked);
    // In another order, as the standard allows.
    return { body: asked.map((call) => answerTo(fixture, call)).reverse() };
  };
}

function answerTo({ chainId, claimed, answers }: ClaimFixture, { id, method, params }: Call): object {
  if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: numberToHex(chainId) };
  const { data } = z.object({ data: z.string() }).parse(params[0]);
  const about = data.slice(-40);
  const other = answers?.get(about);
  if (typeof other === 'object' && other !== null) return { jsonrpc: '2.0', id, error: other };
  return { jsonrpc: '2.0', id, result: other ?? numberToHex(claimed.has(about) ? 1 : 0, { size: 32 }) };
}
