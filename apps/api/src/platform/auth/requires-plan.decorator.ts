import type { Plan } from '@droptrack/contracts';
import { SetMetadata } from '@nestjs/common';

export const REQUIRED_PLAN = Symbol('required plan');
export const PARAMETER_PLAN = Symbol('parameter plan');
export const IS_PUBLIC = Symbol('public');

/** Lowest plan that can use a route. */
export const RequiresPlan = (plan: Plan): ClassDecorator & MethodDecorator => SetMetadata(REQUIRED_PLAN, plan);

/** Query parameter that requires a higher plan than its route. */
export interface ParameterPlan {
  readonly parameter: string;
  readonly plan: Plan;
}

/** Lowest plan that can use a parameter of a route; lower plans can use the route without the parameter. */
export const ParameterRequiresPlan = (parameter: string, plan: Plan): MethodDecorator =>
  SetMetadata(PARAMETER_PLAN, { parameter, plan } satisfies ParameterPlan);

/** Route without authentication. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(IS_PUBLIC, true);
