import { numberToHex } from 'viem/utils';
import { z } from 'zod';
import type { FakeHandler, Reply } from '@droptrack/sources/testing';

/** State and behaviour of the fake node; a test may change all of it. */
export interface ClaimFixture {
  chainId: number;
  /** Claims, by the last 40 digits of the call data in lower case: an address, or the end of an index. */
  claimed: Set<string>;
  /** Results or errors that replace the claim state, by the last 40 digits of the call data. */
  answers?: Map<string, unknown>;
  /** Batches with more calls get `rejection`; unlimited by default. */
  batchMax?: number;
  rejection?: (calls: readonly Call[]) => Reply;
  /** Called before each response. */
  delay?: () => Promise<void>;
}

const callShape = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });
type Call = z.infer<typeof callShape>;
const bodyShape = z.union([callShape, z.array(callShape)]);

/** Fake Ethereum node: `eth_chainId` and `eth_call`, alone and in batches. */
export function fakeClaimNode(fixture: ClaimFixture): FakeHandler {
  return async ({ body }) => {
    const calls = bodyShape.parse(JSON.parse(body));
    await fixture.delay?.();
    if (!Array.isArray(calls)) return { body: resultOf(fixture, calls) };
    const { batchMax = Infinity, rejection } = fixture;
    if (calls.length > batchMax && rejection !== undefined) return rejection(calls);
    // In another order, as the standard allows.
    return { body: calls.map((call) => resultOf(fixture, call)).reverse() };
  };
}

function resultOf({ chainId, claimed, answers }: ClaimFixture, { id, method, params }: Call): object {
  if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: numberToHex(chainId) };
  const { data } = z.object({ data: z.string() }).parse(params[0]);
  const about = data.slice(-40);
  const other = answers?.get(about);
  if (typeof other === 'object' && other !== null) return { jsonrpc: '2.0', id, error: other };
  return { jsonrpc: '2.0', id, result: other ?? numberToHex(claimed.has(about) ? 1 : 0, { size: 32 }) };
}
