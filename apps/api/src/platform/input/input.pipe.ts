import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { checkBody, checkBodyLater } from './check-body';
import { checkQuery } from './check-query';
import { isCheckedLater } from './checked-member.decorator';
import { RawQuery } from './raw-query';

/** Validates the query string and the bytes of the body once, at the boundary, and converts them to their DTOs. */
@Injectable()
export class InputPipe implements PipeTransform<unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // A handler that declares the bytes of the body parses them by its own protocol.
    if (metatype === undefined || metatype === Buffer) return value;
    if (type === 'query' && value instanceof RawQuery) return checkQuery<object>(value.text, metatype as Type<object>);
    if (type === 'body' && Buffer.isBuffer(value)) {
      return isCheckedLater(metatype) ? checkBodyLater(value, metatype) : checkBody(value, metatype);
    }
    return value;
  }
}
