import 'reflect-metadata';
import { DomainError } from '../errors/domain-error';
import { ListCalendarDto } from '../../resources/calendar/list-calendar.dto';
import { ListDropsDto } from '../../resources/drops/drops.dto';
import { checkQuery } from './check-query';

function rejectionOf(text: string, dto: new () => object = ListDropsDto): DomainError {
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

  it.each(['0', '101', '1e2', '0x10', '', '٣', '-1', '1.5', ' 7', '+7', '9999999999'])('rejects limit=%s', (limit) => {
    const { code, details } = rejectionOf(`limit=${encodeURIComponent(limit)}`);
    expect(code).toBe('invalid_parameter');
    expect(details.errors).toEqual([{ parameter: 'limit', code: 'range', detail: 'must be an integer from 1 to 100' }]);
  });

  it.each([
    'status=',
    'status=live,,tge',
    'status=dead',
    'chain=a_b',
    'chain=a--b',
    'sort=price',
    'order=up',
    'q=',
    'updated_since=2026-02-30T00:00:00Z',
    'updated_since=2026-08-22',
    'updated_since=yesterday',
  ])('rejects %s', (text) => {
    expect(rejectionOf(text).code).toBe('invalid_parameter');
  });

  it.each([
    'from=2026-02-30',
    'from=2026-08-22T00:00:00Z',
    'from=2026-8-2',
    'from=',
    'type=ico',
    'drop=../x',
    'include=all',
  ])('rejects %s in the calendar', (text) => {
    expect(rejectionOf(text, ListCalendarDto).code).toBe('invalid_parameter');
  });

  it('rejects repeated and unknown parameters', () => {
    expect(rejectionOf('limit=1&limit=2').code).toBe('repeated_parameter');
    expect(rejectionOf('colour=red').code).toBe('unknown_parameter');
    // Names of inherited properties are not parameters.
    expect(rejectionOf('__proto__=1').code).toBe('unknown_parameter');
    expect(rejectionOf('constructor=1').code).toBe('unknown_parameter');
  });

  // Generated clients repeat the parameter; the reference shows a comma list.
  it.each(['status=live&status=tge&chain=base', 'status=live,tge&chain=base', 'status=live&chain=base&status=tge'])(
    'takes several values of a parameter in any form: %s',
    (text) => {
      expect(checkQuery(text, ListDropsDto)).toEqual(checkQuery('status=live,tge&chain=base', ListDropsDto));
    },
  );

  it('checks each of repeated values, and their number over all', () => {
    expect(rejectionOf('status=live&status=dead').details.errors).toEqual([
      expect.objectContaining({ parameter: 'status', code: 'enum' }),
    ]);
    expect(rejectionOf('status=live&status=').code).toBe('invalid_parameter');
    expect(rejectionOf('chain=base&'.repeat(51)).details.errors).toEqual([
      expect.objectContaining({ parameter: 'chain', code: 'range' }),
    ]);
  });

  it('reports all violations', () => {
    expect(rejectionOf('limit=0&sort=x&colour=red').details.errors).toHaveLength(3);
  });

  it('reports violations up to a maximum number', () => {
    expect(rejectionOf('a&'.repeat(7_500)).details.errors).toHaveLength(20);
  });

  // list-body.ts validates cursors.
  it('passes cursors on unchanged', () => {
    expect(checkQuery('cursor=abc', ListDropsDto).cursor).toBe('abc');
  });
});
