import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { checkBody, checkBodyLater } from './check-body';
import { checkQuery } from './check-query';
import { isCheckedLater } from './checked-member.decorator';
import { RawQuery } from './raw-query';

/** Distinct query texts kept for each DTO; longer ones than this are checked each time. */
const REMEMBERED = { most: 2_000, lengthMax: 1_024 } as const;

/**
 * Turns what a request brings into DTOs, checked once at the border: the query string, and the bytes
 * of the body. Equal query strings are checked once and share one frozen DTO.
 */
@Injectable()
export class InputPipe implements PipeTransform<unknown> {
  readonly #queries = new Map<Type, LRUCache<string, object>>();

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined) return value;
    if (type === 'query' && value instanceof RawQuery) return this.#query(value.text, metatype);
    if (type === 'body' && Buffer.isBuffer(value)) {
      return isCheckedLater(metatype) ? checkBodyLater(value, metatype) : checkBody(value, metatype);
    }
    return value;
  }

  #query(text: string, metatype: Type): object {
    const known = this.#known(metatype);
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const dto = Object.freeze(checkQuery<object>(text, metatype as Type<object>));
    if (text.length <= REMEMBERED.lengthMax) known.set(text, dto);
    return dto;
  }

  #known(metatype: Type): LRUCache<string, object> {
    let known = this.#queries.get(metatype);
    if (known === undefined) {
      known = new LRUCache({ max: REMEMBERED.most });
      this.#queries.set(metatype, known);
    }
    return known;
  }
}
