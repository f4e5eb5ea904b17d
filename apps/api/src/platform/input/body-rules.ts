import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN } from '@droptrack/contracts';
import type { MemberCheck, MemberViolation } from './checked-member.decorator';
import { INSTANT, isInstant } from './instants';

// Kinds of members of bodies. The contract documents their bounds.

const one = (code: string, detail: string): MemberViolation[] => [{ path: '', code, detail }];

const unless = (holds: (value: unknown) => boolean, code: string, detail: string): MemberCheck => {
  const violations = one(code, detail);
  return (value) => (holds(value) ? [] : violations);
};

export const text: MemberCheck = unless((value) => typeof value === 'string', 'type', 'must be a string');

export const flag: MemberCheck = unless((value) => typeof value === 'boolean', 'type', 'must be true or false');

/** RFC 3339 date-time. */
export const instant: MemberCheck = unless(isInstant, 'format', INSTANT);

/** Integer within bounds. @param alternative - such as `, or null`, for the message. */
export const integer = ({ min, max }: { readonly min: number; readonly max: number }, alternative = ''): MemberCheck =>
  unless(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    'range',
    `must be an integer from ${min} to ${max}${alternative}`,
  );

/** One of these values. */
export const oneOf = (values: readonly string[]): MemberCheck =>
  unless((value) => values.some((each) => each === value), 'enum', `must be one of ${values.join(', ')}`);

/** Form of a slug; whether the drop exists is for `unknownDrops`. */
export const slugOf = (of: string): MemberCheck =>
  unless(
    (slug) => typeof slug === 'string' && slug.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(slug),
    'format',
    `must be the slug of a ${of}`,
  );

/** Null, or a value that passes the check. */
export const orNull =
  (check: MemberCheck): MemberCheck =>
  (value) =>
    value === null ? [] : check(value);

/** Array of 1 to `max` values of any kind. @param of - name of the values, for the message. */
export const arrayOf =
  (max: number, of = 'items'): MemberCheck =>
  (value) => {
    if (!Array.isArray(value)) return one('type', 'must be an array');
    return value.length === 0 || value.length > max ? one('range', `must contain 1 to ${max} ${of}`) : [];
  };

/** Array of 1 to `max` distinct values that pass the check. */
export const listOf =
  (max: number, check: MemberCheck): MemberCheck =>
  (value) => {
    const violations = arrayOf(max)(value);
    if (violations.length > 0) return violations;
    const values = value as readonly unknown[];
    return values.flatMap((each, index) => {
      const [found = values.indexOf(each) < index ? REPEATED : null] = check(each);
      return found === null ? [] : [{ ...found, path: `/${index}` }];
    });
  };
const REPEATED = { code: 'repeated', detail: 'is a duplicate' };

/** Object or null. Its members are optional, and can be null. */
export function objectOf(members: Readonly<Record<string, MemberCheck>>): MemberCheck {
  const checks = new Map(Object.entries(members));
  const known = [...checks.keys()].join(', ');
  return orNull((value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return one('type', 'must be a JSON object or null');
    return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => {
      const check = checks.get(name);
      if (check === undefined) return one('unknown', `contains an unknown property; expected one of ${known}`);
      return orNull(check)(member).map((found) => ({ ...found, path: `/${name}${found.path}` }));
    });
  });
}

/** Control characters and unpaired surrogates, which PostgreSQL and HTML cannot represent. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

/** Line of text, or null. @param length - bounds in UTF-16 code units. */
export const line = (length: { readonly min: number; readonly max: number }): MemberCheck =>
  orNull((value) => {
    if (typeof value !== 'string') return one('type', 'must be a string or null');
    if (value.length > length.max) return one('length', `must have at most ${length.max} characters`);
    if (value.length < length.min) return one('length', `must have at least ${length.min} characters`);
    return UNPRINTABLE.test(value) ? one('format', 'must be one line of text, without control characters') : [];
  });
