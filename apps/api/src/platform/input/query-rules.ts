import { PAGE_LIMIT } from '@droptrack/contracts';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';

/** A comma list as an array; a value without a comma is an array of one. */
export const SplitCommas = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value));

/** `limit` of a list. */
export const IsPageLimit = (): PropertyDecorator => IsIntegerWithin(PAGE_LIMIT);

/**
 * Optional integer within bounds, in plain ASCII digits. `Number()` alone would let `1e2`, `0x10`, ` 7` and an empty
 * text pass.
 */
export function IsIntegerWithin({ min, max }: { readonly min: number; readonly max: number }): PropertyDecorator {
  const options = { message: `must be an integer from ${min} to ${max}`, context: { code: 'range' } };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsOptional(),
    IsInt(options),
    Min(min, options),
    Max(max, options),
  );
}

/** Optional `true` or `false`, in exactly these letters. */
export const IsFlag = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
    IsBoolean({ message: 'must be true or false', context: { code: 'enum' } }),
  );

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** True for an RFC 3339 date-time of an existing day. */
export function isInstant(value: unknown): boolean {
  const parts = typeof value === 'string' ? RFC_3339.exec(value) : null;
  if (parts === null) return false;
  const [, year, month, day] = parts;
  return isDay(`${year}-${month}-${day}`) && !Number.isNaN(Date.parse(String(value).toUpperCase()));
}

/** True for an ISO date of an existing day; false for `2026-02-30`. */
export function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

export const IsInstant = (): PropertyDecorator =>
  rule(
    'isInstant',
    isInstant,
    'must be an RFC 3339 date-time such as 2026-08-22T10:00:00Z (encode + as %2B in a query)',
  );

export const IsDay = (): PropertyDecorator => rule('isDay', isDay, 'must be an ISO date such as 2026-08-22');

function rule(name: string, holds: (value: unknown) => boolean, message: string): PropertyDecorator {
  return ValidateBy(
    { name, validator: { validate: holds, defaultMessage: () => message } },
    { message, context: { code: 'format' } },
  );
}
