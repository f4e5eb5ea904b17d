import { ValidateBy, ValidateIf } from 'class-validator';

/** What is wrong with a member, or with something inside of it. */
export interface MemberFault {
  /** From the member on, as a JSON pointer: empty for the member itself, `/drops/1` for what is inside. */
  readonly path: string;
  readonly code: string;
  readonly detail: string;
}

/** Tells all that is wrong with a member's value; nothing when it is right. Never throws, whatever the value is. */
export type MemberCheck = (value: unknown) => MemberFault[];

/** Name of the rule. */
export const MEMBER_CHECK = 'memberCheck';

/** A member of a body with a check of its own, which sees into arrays and objects. */
export const CheckedMember = (check: MemberCheck): PropertyDecorator =>
  ValidateBy(
    { name: MEMBER_CHECK, validator: { validate: (value) => check(value).length === 0 } },
    // Without a message the library keeps no context.
    { message: 'is invalid', context: { check } },
  );

/** A member that may be left out. Null is for its check to judge, unlike with `IsOptional`. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

const LATER = Symbol('checked later');

/** A body whose service tells its faults together with those that only the service knows: by `faultsLeft`. */
export const CheckedLater = (): ClassDecorator => (target) => Reflect.defineMetadata(LATER, true, target);

/** Whether a body's class says {@link CheckedLater}. */
export const isCheckedLater = (metatype: object): boolean => Reflect.hasMetadata(LATER, metatype);
