import 'reflect-metadata';
import { DomainError } from '../errors/domain-error';
import { ListCalendarDto } from '../../resources/calendar/list-calendar.dto';
import { ListDropsDto } from '../../resources/drops/drops.dto';
import { checkQuery } from './check-query';

function refusal(text: string, dto: new () => object = ListDropsDto): DomainError {
  try {
    checkQuery(text, dto);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`accepted ${text}`);
}

describe('checkQuery', () => {
  it('turns texts into the values of the DTO', () => {
    const dto = checkQuery(
      'status=live,tge&chain=base&limit=7&sort=ev&order=asc&q=Li&updated_since=2026-08-22T10:00:00Z',
      ListDropsDto,
    );
    expect(dto).toMatchObject({
      status: ['live', 'tge'],
      chain: ['base'],
      limit: 7,
      sort: 'ev',
      order: 'asc',
      q: 'Li',
    });
  });

  it.each(['0', '101', '1e2', '0x10', '', '٣', '-1', '1.5', ' 7', '+7', '9999999999'])('refuses limit=%s', (limit) => {
    const { code, details } = refusal(`limit=${encodeURIComponent(limit)}`);
    expect(code).toBe('invalid_parameter');
    expect(details.errors).toEqual([{ parameter: 'limit', code: 'range', detail: 'must be an integer from 1 to 100' }]);
  });

  it.each([
    'status=',
    'status=live,,tge',
    'status=dead',
    'chain=A',
    'chain=a--b',
    'sort=price',
    'order=up',
    'q=',
    'updated_since=2026-02-30T00:00:00Z',
    'updated_since=2026-08-22',
    'updated_since=yesterday',
  ])('refuses %s', (text) => {
    expect(refusal(text).code).toBe('invalid_parameter');
  });

  it.each([
    'from=2026-02-30',
    'from=2026-08-22T00:00:00Z',
    'from=2026-8-2',
    'from=',
    'type=ico',
    'drop=../x',
    'include=all',
  ])('refuses %s in the calendar', (text) => {
    expect(refusal(text, ListCalendarDto).code).toBe('invalid_parameter');
  });

  it('refuses a parameter that comes twice, or that the route does not have', () => {
    expect(refusal('limit=1&limit=2').code).toBe('repeated_parameter');
    expect(refusal('colour=red').code).toBe('unknown_parameter');
    // Names that every object has must not pass for parameters.
    expect(refusal('__proto__=1').code).toBe('unknown_parameter');
    expect(refusal('constructor=1').code).toBe('unknown_parameter');
  });

  // What most generated clients send; a comma list is what the reference shows.
  it.each(['status=live&status=tge&chain=base', 'status=live,tge&chain=base', 'status=live&chain=base&status=tge'])(
    'takes several values of a parameter in any form: %s',
    (text) => {
      expect(checkQuery(text, ListDropsDto)).toEqual(checkQuery('status=live,tge&chain=base', ListDropsDto));
    },
  );

  it('checks each of repeated values, and their number over all', () => {
    expect(refusal('status=live&status=dead').details.errors).toEqual([
      expect.objectContaining({ parameter: 'status', code: 'enum' }),
    ]);
    expect(refusal('status=live&status=').code).toBe('invalid_parameter');
    expect(refusal('chain=base&'.repeat(51)).details.errors).toEqual([
      expect.objectContaining({ parameter: 'chain', code: 'range' }),
    ]);
  });

  it('reports every fault at once', () => {
    expect(refusal('limit=0&sort=x&colour=red').details.errors).toHaveLength(3);
  });

  it('tells a bounded number of faults, however many there are', () => {
    expect(refusal('a&'.repeat(7_500)).details.errors).toHaveLength(20);
  });

  // Whoever knows the list looks at it (list-answer.ts).
  it('passes cursors on as they are', () => {
    expect(checkQuery('cursor=abc', ListDropsDto).cursor).toBe('abc');
  });
});
