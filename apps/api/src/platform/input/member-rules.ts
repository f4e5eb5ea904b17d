import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { MemberCheck } from './checked-member.decorator';

/** Rules of one member of a DTO. */
interface MemberRule {
  readonly isOptional: boolean;
  /** Its checks; null if it also has rules of class-validator. */
  readonly checks: readonly MemberCheck[] | null;
}

/** Rules by the name of the member. */
export type MemberRules = ReadonlyMap<string, MemberRule>;

const rules = new WeakMap<Type, MemberRules>();

/** Members that a DTO validates; a route accepts no others. */
export function rulesOf(metatype: Type): MemberRules {
  const cached = rules.get(metatype);
  if (cached !== undefined) return cached;
  const known = new Map<string, MemberRule>();
  const stored = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
  for (const { propertyName, type, context } of stored) {
    const { isOptional, checks } = known.get(propertyName) ?? { isOptional: false, checks: [] };
    const { check } = (context ?? {}) as { readonly check?: MemberCheck };
    if (type === 'conditionalValidation') known.set(propertyName, { isOptional: true, checks });
    else known.set(propertyName, { isOptional, checks: check === undefined ? null : checks && [...checks, check] });
  }
  rules.set(metatype, known);
  return known;
}

/**
 * True if the members of a body are those of its DTO, and pass their checks. It decides about the valid ones alone, which are most:
 * class-validator describes the violations of all others, but takes some 5 % of an eligibility check (docs/studies/hot-path.md).
 */
export function areValid(members: Record<string, unknown>, known: MemberRules): boolean {
  if (!Object.keys(members).every((name) => known.has(name))) return false;
  for (const [name, { isOptional, checks }] of known) {
    if (checks === null) return false;
    if (!Object.hasOwn(members, name)) {
      if (!isOptional) return false;
    } else if (checks.some((check) => check(members[name]).length > 0)) return false;
  }
  return true;
}
