import { MemoryBuckets } from '../../platform/rate-limit/memory-buckets';
import { type BucketTerms, wholeTokens } from '../../platform/rate-limit/token-bucket';
import { ReaderGoneError } from './outlet';
import { RowTokens } from './row-tokens';

const TERMS: BucketTerms = { capacity: 60, refill: 60, windowSeconds: 60 };

/** The tokens of one transfer of 20 rows a token, by a clock that only pauses move. */
function setUp() {
  const clock = { us: 0 };
  let meanwhile = (): void => undefined;
  const buckets = new MemoryBuckets(() => clock.us);
  const pauses: number[] = [];
  const pause = (ms: number) => {
    clock.us += ms * 1_000;
    meanwhile();
    return Promise.resolve(pauses.push(ms));
  };
  // The request has paid the first.
  buckets.take('key', TERMS, 1);
  const tokens = new RowTokens(buckets, { name: 'key', terms: TERMS }, 20, pause, () => clock.us / 1_000);
  const left = () => wholeTokens(buckets.look('key', TERMS), TERMS);
  /** Has other requests of the key take every token that comes in during the next waits. */
  const drainFor = (waits: number): void => {
    meanwhile = () => {
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
  ])('take ⌈rows / 20⌉ tokens in all, however the rows are cut: %j', async (batches, expected) => {
    const { tokens, left, pauses } = setUp();
    for (const rows of batches) await tokens.pay(rows, never);
    expect([left(), pauses]).toEqual([expected, []]);
  });

  it('wait for tokens where the bucket is short, and take no more than come in', async () => {
    const { tokens, left, pauses } = setUp();
    await tokens.pay(60 * 20, never);
    expect([left(), pauses]).toEqual([0, []]);
    await tokens.pay(5 * 20, never);
    expect([left(), pauses]).toEqual([0, [5_000]]);
  });

  it('are paid in parts where a batch costs more than a bucket holds', async () => {
    const { tokens, pauses } = setUp();
    await tokens.pay(151 * 20, never);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(91_000);
  });

  // A transfer that waits keeps its slot and its transaction.
  it('end the transfer after more than 60 s without the next tokens', async () => {
    const { tokens, pauses, drainFor } = setUp();
    await tokens.pay(60 * 20, never);
    drainFor(Number.POSITIVE_INFINITY);
    const paid = tokens.pay(5 * 20, never);
    await expect(paid).rejects.toThrow(ReaderGoneError);
    await expect(paid).rejects.toThrow('its key had no tokens left for 60 s');
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(65_000);
  });

  it('begin a new wait of up to 60 s after each payment', async () => {
    const { tokens, pauses, drainFor } = setUp();
    await tokens.pay(60 * 20, never);
    for (let payments = 0; payments < 3; payments += 1) {
      drainFor(10);
      await tokens.pay(5 * 20, never);
    }
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(3 * 55_000);
  });

  it('end with the transfer, also while they wait', async () => {
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
