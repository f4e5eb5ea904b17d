import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN } from '@droptrack/contracts';
import type { CatalogueView } from '@droptrack/catalogue';
import type { BodyViolation } from '../platform/input/check-body';
import type { MemberViolation } from '../platform/input/checked-member.decorator';

export const fault = (path: string, code: string, detail: string): MemberViolation => ({ path, code, detail });

/** Validates a list of distinct names. @param check - code and detail of an invalid name; null for a valid one. */
export function checkList(
  value: unknown,
  max: number,
  check: (name: unknown) => readonly [code: string, detail: string] | null,
): MemberViolation[] {
  if (!Array.isArray(value)) return [fault('', 'type', 'must be an array')];
  if (value.length === 0 || value.length > max) return [fault('', 'range', `must contain 1 to ${max} items`)];
  const names: readonly unknown[] = value;
  return names.flatMap((name, index) => {
    const violation = check(name) ?? (names.indexOf(name) < index ? REPEATED : null);
    return violation === null ? [] : [fault(`/${index}`, ...violation)];
  });
}
const REPEATED = ['repeated', 'is a duplicate'] as const;

/** Checks that a name is one of these values. */
export const isOneOf =
  (values: readonly string[]) =>
  (name: unknown): readonly [code: string, detail: string] | null =>
    values.some((value) => value === name) ? null : ['enum', `must be one of ${values.join(', ')}`];

/** Checks the form of a slug; whether the drop exists is {@link unknownDrops}. */
export const isSlugOf =
  (of: string) =>
  (slug: unknown): readonly [code: string, detail: string] | null =>
    typeof slug === 'string' && slug.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(slug)
      ? null
      : ['format', `must be the slug of a ${of}`];

/** Violations of slugs that no drop has. Archived drops are accepted: a valid filter must not become invalid later. */
export const unknownDrops = (pointer: string, slugs: readonly string[], view: CatalogueView): BodyViolation[] =>
  slugs.flatMap((slug, index) =>
    view.drop(slug) === null
      ? [{ pointer: `${pointer}/${index}`, code: 'unknown', detail: 'is not the slug of a drop' }]
      : [],
  );

/** Control characters and unpaired surrogates, which PostgreSQL and HTML cannot represent. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

/** Validates a line of text. @param length - bounds in UTF-16 code units. */
export function checkLine(value: unknown, length: { readonly min: number; readonly max: number }): MemberViolation[] {
  if (value === null) return [];
  if (typeof value !== 'string') return [fault('', 'type', 'must be a string or null')];
  if (value.length > length.max) return [fault('', 'length', `must have at most ${length.max} characters`)];
  if (value.length < length.min) return [fault('', 'length', `must have at least ${length.min} characters`)];
  return UNPRINTABLE.test(value) ? [fault('', 'format', 'must be one line of text, without control characters')] : [];
}
