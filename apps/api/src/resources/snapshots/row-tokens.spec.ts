import { MemoryBuckets } from '../../platform/rate-limit/memory-buckets';
import { type BucketTerms, wholeTokens } from '@droptrack/resilience';
import { TransferAbortedError } from './response-stream';
import { RowTokens } from './row-tokens';

const TERMS: BucketTerms = { capacity: 60, refill: 60, windowSeconds: 60 };

/** Tokens of a transfer with 20 rows per token, on a clock that only pauses advance. */
function setUp() {
  const clock = { us: 0 };
  let onPause = (): void => undefined;
  const buckets = new MemoryBuckets(() => clock.us);
  const pauses: number[] = [];
  const pause = (ms: number) => {
    clock.us += ms * 1_000;
    onPause();
    return Promise.resolve(pauses.push(ms));
  };
  // The request has consumed the first token.
  buckets.take('key', TERMS, 1);
  const tokens = new RowTokens(buckets, { name: 'key', terms: TERMS }, 20, pause, () => clock.us / 1_000);
  const left = () => wholeTokens(buckets.level('key', TERMS), TERMS);
  /** Lets other requests of the key consume every new token during the next waits. */
  const drainFor = (waits: number): void => {
    onPause = () => {
      if ((waits -= 1) >= 0) buckets.take('key', TERMS, left());
    };
  };
  return { buckets, tokens, pauses, left, drainFor };
}
const never = new AbortController().signal;

describe('RowTokens', () => {
  it.each([
    [[], 59],
    [[1], 59],
    [[20], 59],
    [[21], 58],
    [[15, 15, 15], 57],
    [Array<number>(10).fill(20), 50],
    [[1_000], 10],
  ])('consume ⌈rows / 20⌉ tokens in total for any batches: %j', async (batches, expected) => {
    const { tokens, left, pauses } = setUp();
    for (const rows of batches) await tokens.pay(rows, never);
    expect([left(), pauses]).toEqual([expected, []]);
  });

  it('waits for tokens while the bucket is empty, at the refill rate', async () => {
    const { tokens, left, pauses } = setUp();
    await tokens.pay(60 * 20, never);
    expect([left(), pauses]).toEqual([0, []]);
    await tokens.pay(5 * 20, never);
    expect([left(), pauses]).toEqual([0, [5_000]]);
  });

  it('consumes in parts if a batch costs more than the capacity of the bucket', async () => {
    const { tokens, pauses } = setUp();
    await tokens.pay(151 * 20, never);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(91_000);
  });

  // A waiting transfer occupies a slot and a database transaction.
  it('aborts the transfer after more than 60 s without new tokens', async () => {
    const { tokens, pauses, drainFor } = setUp();
    await tokens.pay(60 * 20, never);
    drainFor(Number.POSITIVE_INFINITY);
    const paid = tokens.pay(5 * 20, never);
    await expect(paid).rejects.toThrow(TransferAbortedError);
    await expect(paid).rejects.toThrow('its key had no tokens left for 60 s');
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(65_000);
  });

  it('restarts the maximum wait of 60 s after each payment', async () => {
    const { tokens, pauses, drainFor } = setUp();
    await tokens.pay(60 * 20, never);
    for (let payments = 0; payments < 3; payments += 1) {
      drainFor(10);
      await tokens.pay(5 * 20, never);
    }
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(3 * 55_000);
  });

  it('stops with the transfer, also during a wait', async () => {
    const { buckets, tokens } = setUp();
    buckets.take('key', TERMS, 59);
    const stop = new AbortController();
    const waiting = new RowTokens(buckets, { name: 'key', terms: TERMS }, 20, () => {
      stop.abort(new Error('the reader is gone'));
      return Promise.reject(new Error('aborted'));
    });
    await expect(waiting.pay(40, stop.signal)).rejects.toThrow('the reader is gone');
    await expect(tokens.pay(40, stop.signal)).rejects.toThrow('the reader is gone');
  });
});
