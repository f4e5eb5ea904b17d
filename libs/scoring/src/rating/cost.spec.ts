import { type CostInput, costUsd, InvalidInputError } from '../index';

const UNKNOWN: CostInput = { gasUsd: null, feesUsd: null, capitalUsd: null, days: null, subscriptionsUsd: null };
const cost = (over: Partial<CostInput>) => costUsd({ ...UNKNOWN, ...over });

describe('costUsd', () => {
  it('sums gas, fees, subscriptions and 5 % per year for locked capital', () => {
    const { usd, parts } = cost({ gasUsd: 9, feesUsd: 3.5, capitalUsd: 1_000, days: 73, subscriptionsUsd: 20 });
    expect(usd).toBe(42.5);
    expect(parts).toEqual({ gas: 9, fees: 3.5, capital: 10, subscriptions: 20 });
  });

  it('is rounded to cents', () => {
    expect(cost({ gasUsd: 0.1, feesUsd: 0.2 }).usd).toBe(0.3);
    expect(cost({ capitalUsd: 1_000, days: 1 }).usd).toBe(0.14);
  });

  it('is unknown when no cost is given', () => expect(cost({}).usd).toBeNull());

  it('omits unknown terms, and reports them as null', () => {
    expect(cost({ gasUsd: 9 })).toEqual({
      usd: 9,
      parts: { gas: 9, fees: null, capital: null, subscriptions: null },
    });
  });

  // The principal is returned: without its time the cost of capital is unknown.
  it('has no cost of capital while its time is unknown', () => {
    expect(cost({ capitalUsd: 1_000 }).usd).toBeNull();
    expect(cost({ days: 30 }).usd).toBeNull();
  });

  it('is 0 for no capital or no time', () => {
    expect(cost({ capitalUsd: 0 }).usd).toBe(0);
    expect(cost({ capitalUsd: 1_000, days: 0 }).usd).toBe(0);
  });

  it.each(['gasUsd', 'feesUsd', 'capitalUsd', 'days', 'subscriptionsUsd'] as const)('rejects invalid %s', (name) => {
    for (const value of [NaN, Infinity, -1]) expect(() => cost({ [name]: value })).toThrow(InvalidInputError);
  });

  it('rejects a sum that exceeds the range of numbers', () => {
    expect(() => cost({ gasUsd: 1e308, feesUsd: 1e308 })).toThrow(InvalidInputError);
  });
});
