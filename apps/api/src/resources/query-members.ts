import { CURSOR_LENGTH_MAX, DROP_ID_LENGTH_MAX, DROP_ID_PATTERN } from '@droptrack/contracts';
import { applyDecorators } from '@nestjs/common';
import { IsIn, IsOptional, Length, Matches, MaxLength } from 'class-validator';

/** Query parameter with one of these values. */
export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  IsIn(values, { message: `must be one of ${values.join(', ')}`, context: { code: 'enum' } });

/** Query parameter with several of these values. */
export const AreOneOf = (values: readonly string[]): PropertyDecorator =>
  IsIn(values, { each: true, message: `must be one or more of ${values.join(', ')}`, context: { code: 'enum' } });

/** Optional cursor. The service verifies that it belongs to the list. */
export const IsCursor = (): PropertyDecorator =>
  applyDecorators(
    Length(1, CURSOR_LENGTH_MAX, { message: 'is not a valid cursor for this list', context: { code: 'cursor' } }),
    IsOptional(),
  );

/** Slug of a drop or chain. @param kind - such as `drop slug such as linea`, for the message. */
export const IsSlug = (kind: string): PropertyDecorator =>
  applyDecorators(
    Matches(DROP_ID_PATTERN, { message: `must be a ${kind}`, context: { code: 'format' } }),
    MaxLength(DROP_ID_LENGTH_MAX, {
      message: `must have at most ${DROP_ID_LENGTH_MAX} characters`,
      context: { code: 'length' },
    }),
  );
