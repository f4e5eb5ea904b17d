import { EligibilityCheckDto } from '../../resources/eligibility/eligibility.dto';
import { ListDropsDto } from '../../resources/drops/drops.dto';
import { DomainError } from '../errors/domain-error';
import { InputPipe } from './input.pipe';
import { RawQuery } from './raw-query';

describe('InputPipe', () => {
  it('converts a query string to its DTO', () => {
    const dto = new InputPipe().transform(new RawQuery('limit=3'), { type: 'query', metatype: ListDropsDto });
    expect(dto).toBeInstanceOf(ListDropsDto);
    expect(dto).toEqual({ limit: 3 });
  });

  it('validates only buffers as bodies', () => {
    const [pipe, value] = [new InputPipe(), Buffer.from('{}')];
    expect(pipe.transform(value, { type: 'query', metatype: EligibilityCheckDto })).toBe(value);
    expect(() => pipe.transform(value, { type: 'body', metatype: EligibilityCheckDto })).toThrow(DomainError);
  });
});
