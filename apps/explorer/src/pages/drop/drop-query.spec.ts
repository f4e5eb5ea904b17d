import * as fc from 'fast-check';
import { hypeHref, pastInstant, readDropQuery } from './drop-query';

const parse = (query: string) => readDropQuery(new URLSearchParams(query));
const read = (query: string) => parse(query).query;

describe('pastInstant', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:05', '2026-11-20T10:05:00.000Z'],
    ['2026-11-20T10:05:30Z', '2026-11-20T10:05:30.000Z'],
    ['2026-11-20t10:05:30.25z', '2026-11-20T10:05:30.250Z'],
    ['2026-11-20T01:00:00+02:00', '2026-11-19T23:00:00.000Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(pastInstant(text)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2026',
    '20261120',
    '2026-02-30',
    '2026-11-20Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20 10:00',
    '\0',
  ])('rejects "%s"', (text) => {
    expect(pastInstant(text)).toBeNull();
  });

  it('reads every instant that it writes', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
        expect(pastInstant(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });
});

describe('readDropQuery', () => {
  it('shows 7 days by default, and 30 up to a past instant', () => {
    expect(read('').window).toBe('7d');
    expect(read('to=2020-09-16').window).toBe('30d');
    expect(read('to=2020-09-16&window=24h').window).toBe('24h');
    expect(read('window=90d').window).toBe('7d');
  });

  it('ends the series at the instant of the figures unless it has an end of its own', () => {
    expect(read('as_of=2026-11-20').to).toBe('2026-11-20T00:00:00.000Z');
    expect(read('as_of=2026-11-20&to=2026-11-01').to).toBe('2026-11-01T00:00:00.000Z');
  });

  it('ignores the empty parameters of a form', () => {
    expect(parse('to=&as_of=&window=')).toEqual({ query: { window: '7d', to: null, asOf: null }, notes: [] });
  });

  it('has a sentence about each value that it ignores', () => {
    const { query, notes } = parse('to=now&as_of=2026-02-30&window=90d');
    expect(query).toEqual({ window: '7d', to: null, asOf: null });
    expect(notes.map((note) => /^“(.*)” in the address was ignored/.exec(note)?.[1])).toEqual([
      'as_of',
      'to',
      'window',
    ]);
  });

  it('reads the state that a link of the page contains', () => {
    const instant = fc.option(fc.constantFrom('2020-09-16T00:00:00.000Z', '2026-11-20T10:00:00.000Z'));
    fc.assert(
      fc.property(
        fc.constantFrom('24h' as const, '7d' as const, '30d' as const),
        instant,
        instant,
        (window, to, asOf) => {
          const [, query = ''] = hypeHref('linea', { window, to, asOf }).split(/[?#]/);
          expect(read(query)).toMatchObject({ window, to: to ?? asOf, asOf });
        },
      ),
    );
  });
});
