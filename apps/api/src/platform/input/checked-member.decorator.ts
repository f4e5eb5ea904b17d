import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf } from 'class-validator';

/** Violation of a member, or of a value inside it. */
export interface MemberViolation {
  /** JSON pointer relative to the member: empty for the member itself, such as `/drops/1` for a value inside it. */
  readonly path: string;
  readonly code: string;
  readonly detail: string;
}

/** Returns all violations of a value; empty if it is valid. Never throws. */
export type MemberCheck = (value: unknown) => MemberViolation[];

/** Name of the rule. */
export const MEMBER_CHECK = 'memberCheck';

/** Member with a custom check, which can validate arrays and objects. */
export const CheckedMember = (check: MemberCheck): PropertyDecorator =>
  ValidateBy(
    { name: MEMBER_CHECK, validator: { validate: (value) => check(value).length === 0 } },
    // class-validator discards the context of a rule without a message.
    { message: 'is invalid', context: { check } },
  );

/** Optional member with a custom check. Unlike with `IsOptional`, the check decides about null. */
export const OptionalMember = (check: MemberCheck): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    CheckedMember(check),
  );

const LATER = Symbol('checked later');

/** Body whose service reports violations (`violationsOf`) together with those that only the service can find. */
export const CheckedLater = (): ClassDecorator => (target) => Reflect.defineMetadata(LATER, true, target);

/** True if the class of a body has the decorator {@link CheckedLater}. */
export const isCheckedLater = (metatype: object): boolean => Reflect.hasMetadata(LATER, metatype);
