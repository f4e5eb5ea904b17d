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
