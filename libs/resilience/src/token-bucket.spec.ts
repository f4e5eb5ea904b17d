import * as fc from 'fast-check';
import {
  type Bucket,
  type BucketTerms,
  draw,
  partsPerToken,
  partsWhenFull,
  refilled,
  secondsToNextToken,
  secondsUntil,
  wholeTokens,
} from './token-bucket';

const FREE: BucketTerms = { capacity: 60, refill: 60, windowSeconds: 60 };
const SECOND_US = 1_000_000;

const someTerms: fc.Arbitrary<BucketTerms> = fc.record({
  capacity: fc.integer({ min: 1, max: 10_000_000 }),
  refill: fc.integer({ min: 1, max: 10_000_000 }),
  windowSeconds: fc.constantFrom(1, 60, 900),
});

/** Takes a token at each of the times; returns the number of admitted requests. */
function ask(terms: BucketTerms, stepsUs: readonly number[], asked = 1): number {
  let bucket: Bucket | null = null;
  let admitted = 0;
  let nowUs = 1_000_000_000;
  for (const stepUs of stepsUs) {
    nowUs += stepUs;
    for (let n = 0; n < asked; n += 1) {
      const now: Bucket = refilled(bucket, terms, nowUs);
      const drawn = draw(now, terms, 1);
      if (drawn !== null) admitted += 1;
      bucket = drawn ?? now;
    }
  }
  return admitted;
}

describe('a token bucket', () => {
  it('admits a full bucket at once, and then one request per second (free)', () => {
    expect(ask(FREE, [0], 70)).toBe(60);
    expect(ask(FREE, [0, SECOND_US], 70)).toBe(61);
    expect(ask(FREE, [0, SECOND_US - 1], 70)).toBe(60);
    expect(ask(FREE, [0, 60 * SECOND_US], 70)).toBe(120);
  });

  // The limit of the plans is cap + rate·t for every pattern of requests.
  it('never admits more than its capacity and the refilled tokens, over any period', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 5 * SECOND_US }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), steps, (limit, stepsUs) => {
        const terms = { capacity: limit, refill: limit, windowSeconds: 60 };
        const elapsedUs = stepsUs.slice(1).reduce((sum, step) => sum + step, 0);
        const most = limit + (limit * elapsedUs) / (60 * SECOND_US);
        expect(ask(terms, stepsUs, 3)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('always admits a client within the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (limit) => {
        const terms = { capacity: limit, refill: limit, windowSeconds: 60 };
        const stepsUs = Array.from({ length: 500 }, () => Math.ceil((60 * SECOND_US) / limit));
        expect(ask(terms, stepsUs)).toBe(500);
      }),
    );
  });

  it('adds no tokens while the clock stands still or after it is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3_600, max: 30 }), { maxLength: 50 }), (seconds) => {
        const forward = seconds.slice(1).reduce((sum, step) => sum + Math.max(0, step), 0);
        expect(
          ask(
            FREE,
            seconds.map((step) => step * SECOND_US),
            5,
          ),
        ).toBeLessThanOrEqual(60 + forward);
      }),
    );
  });

  it('continues from the present time of a clock that was set back', () => {
    expect(ask(FREE, [0, -3_600 * SECOND_US, SECOND_US], 60)).toBe(61);
  });

  it('takes no token for a rejected request', () => {
    const empty: Bucket = { parts: partsPerToken(FREE) - 1, atUs: 0 };
    expect(draw(empty, FREE, 1)).toBeNull();
    expect(refilled(empty, FREE, 0)).toEqual(empty);
  });

  it('takes several tokens at once, or none', () => {
    const bucket: Bucket = { parts: 5 * partsPerToken(FREE), atUs: 0 };
    expect(draw(bucket, FREE, 6)).toBeNull();
    expect(draw(bucket, FREE, 5)).toEqual({ parts: 0, atUs: 0 });
  });

  it('holds integers that a double represents exactly, also for the largest terms', () => {
    fc.assert(
      fc.property(
        someTerms,
        fc.integer({ min: 0, max: 1e15 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (terms, elapsedUs, share) => {
          const held = Math.floor(partsWhenFull(terms) * share);
          const { parts } = refilled({ parts: held, atUs: 0 }, terms, elapsedUs);
          expect(Number.isSafeInteger(parts)).toBe(true);
          expect(parts).toBeGreaterThanOrEqual(held);
          expect(parts).toBeLessThanOrEqual(partsWhenFull(terms));
        },
      ),
    );
  });

  it('reduces the level on a change to smaller terms, and lets it grow on a change to larger ones', () => {
    const saved = refilled(null, { ...FREE, capacity: 600, refill: 600 }, 0);
    expect(wholeTokens(refilled(saved, FREE, 0).parts, FREE)).toBe(60);
  });

  it('returns the instant of the next token, exact to a microsecond', () => {
    expect(secondsToNextToken(partsWhenFull(FREE), FREE)).toBe(0);
    expect(secondsUntil(1, 0, FREE)).toBe(1);
    fc.assert(
      fc.property(someTerms, fc.double({ min: 0, max: 0.999, noNaN: true }), (terms, share) => {
        const bucket: Bucket = { parts: Math.floor(partsWhenFull(terms) * share), atUs: 0 };
        const seconds = secondsToNextToken(bucket.parts, terms);
        const next = wholeTokens(bucket.parts, terms) + 1;
        expect(wholeTokens(refilled(bucket, terms, seconds * SECOND_US).parts, terms)).toBeGreaterThanOrEqual(next);
        const justBefore = refilled(bucket, terms, (seconds - 1) * SECOND_US).parts;
        expect(seconds === 1 || wholeTokens(justBefore, terms) < next).toBe(true);
      }),
    );
  });
});
