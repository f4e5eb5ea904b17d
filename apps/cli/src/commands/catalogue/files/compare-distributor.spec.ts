import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import type { StatedFact } from '@droptrack/claims';
import { compareFact } from './compare-distributor';

const [TOKEN, OTHER] = ['0x1789e0043623282D5DCc7F213d703C6D8BAfBB04', '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64'];
const [ROOT, OTHER_ROOT] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`];
const source = null;

const claim = (startsAt: string, endsAt: string | null, precision: 'minute' | 'day' | 'month' = 'minute') =>
  eventDefinition({ key: startsAt, type: 'claim', startsAt, endsAt, precision });
const drop = (events = [claim('2026-01-10T12:00:00.000Z', '2026-02-10T12:00:00.000Z')]) =>
  dropDefinition({
    token: { symbol: null, decimals: null, address: { value: `eip155:1/erc20:${TOKEN}`, source } },
    events,
  });

const compare = (fact: Partial<StatedFact>, known: Partial<Parameters<typeof compareFact>[1]> = {}) => {
  const {
    onChain,
    known: here,
    result,
  } = compareFact(
    { fact: 'root', unit: 'hash', value: ROOT, ...fact },
    { definition: drop(), chain: 'eip155:1', root: ROOT, ...known },
  );
  return [onChain, here, result];
};

describe('compareFact', () => {
  it('compares the root with that of the list in force', () => {
    expect(compare({ value: ROOT.toUpperCase().replace('0X', '0x') })[2]).toBe('equal');
    expect(compare({ value: OTHER_ROOT })).toEqual([OTHER_ROOT, ROOT, 'differs']);
    expect(compare({}, { root: null })).toEqual([ROOT, null, 'not_compared']);
  });

  it('reports a contract without a function of its style, also where nothing is known', () => {
    expect(compare({ value: null }, { root: null })).toEqual([null, null, 'differs']);
  });

  it('compares the token on the chain of the distributor, in any case', () => {
    const token = { fact: 'token', unit: 'address' } as const;
    expect(compare({ ...token, value: TOKEN.toLowerCase() })[2]).toBe('equal');
    expect(compare({ ...token, value: OTHER })).toEqual([OTHER, TOKEN, 'differs']);
    expect(compare({ ...token, value: OTHER }, { chain: 'eip155:10' })[2]).toBe('not_compared');
  });

  it.each([
    ['starts_at', '2026-01-10T12:00:59.000Z', 'equal'],
    ['starts_at', '2026-01-10T12:01:00.000Z', 'differs'],
    ['starts_at', '2026-01-10T11:59:59.000Z', 'differs'],
    ['ends_at', '2026-02-10T11:59:01.000Z', 'equal'],
    ['ends_at', '2026-02-11T12:00:00.000Z', 'differs'],
  ] as const)('compares %s %s with the claim window, as finely as it is known: %s', (fact, instant, result) => {
    expect(compare({ fact, unit: 'milliseconds', value: Date.parse(instant) })[2]).toBe(result);
  });

  it('compares no bound that is a block, is known to a month, or may be of one of several windows or distributors', () => {
    const end = { fact: 'ends_at', unit: 'milliseconds', value: 0 } as const;
    expect(compare(end)).toEqual(['none', '2026-02-10T12:00:00.000Z', 'differs']);
    expect(compare({ ...end, unit: 'l1_blocks', value: 7 })[2]).toBe('not_compared');
    const month = drop([claim('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 'month')]);
    expect(compare(end, { definition: month })[2]).toBe('not_compared');
    const two = drop([claim('2026-01-01T00:00:00.000Z', null), claim('2026-03-01T00:00:00.000Z', null)]);
    expect(compare(end, { definition: two })[2]).toBe('not_compared');
    const contract = `eip155:1:${OTHER}`;
    const listClaims = { a: { rpc: 'ethereum', contract, source }, b: { rpc: 'ethereum', contract, source } };
    expect(compare(end, { definition: { ...drop(), listClaims } })[2]).toBe('not_compared');
  });
});
