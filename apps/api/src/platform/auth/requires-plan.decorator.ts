import type { Plan } from '@droptrack/contracts';
import { SetMetadata } from '@nestjs/common';

export const REQUIRED_PLAN = Symbol('required plan');
export const PARAMETER_PLAN = Symbol('parameter plan');
export const IS_PUBLIC = Symbol('public');

/** The least plan that may use a route (spec §8). */
export const RequiresPlan = (plan: Plan): ClassDecorator & MethodDecorator => SetMetadata(REQUIRED_PLAN, plan);

/** A parameter of a query that needs a plan of its own. */
export interface ParameterPlan {
  readonly parameter: string;
  readonly plan: Plan;
}

/** The least plan that may use a parameter of a route that others may use without it. */
export const ParameterRequiresPlan = (parameter: string, plan: Plan): MethodDecorator =>
  SetMetadata(PARAMETER_PLAN, { parameter, plan } satisfies ParameterPlan);

/** A route that needs no key. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(IS_PUBLIC, true);
