import { type Plan, PLANS } from '@droptrack/contracts';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { RawQuery } from '../input/raw-query';
import type { RoutePolicies } from '../server/route-policy';
import { requestKey } from './key.guard';

/** Rejects routes and parameters that require a higher plan than that of the key. Runs after the key guard. */
export class PlanGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `plan_required`, with both plans as members. */
  canActivate(context: ExecutionContext): boolean {
    const { requiredPlan, parameterPlan } = this.policies.of(context);
    if (requiredPlan === null && parameterPlan === null) return true;
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { plan: current } = requestKey(request);
    if (requiredPlan !== null && !includesPlan(current, requiredPlan))
      throw planRequired('This operation', requiredPlan, current);
    if (
      parameterPlan !== null &&
      !includesPlan(current, parameterPlan.plan) &&
      names(request, parameterPlan.parameter)
    ) {
      throw planRequired(`The parameter ${parameterPlan.parameter}`, parameterPlan.plan, current);
    }
    return true;
  }
}

/** True if a plan is the required one or a higher one. */
export const includesPlan = (current: Plan, required: Plan): boolean =>
  PLANS.indexOf(current) >= PLANS.indexOf(required);

/** True if the query contains the parameter, with any value. */
function names({ query }: FastifyRequest, parameter: string): boolean {
  return query instanceof RawQuery && query.text !== '' && new URLSearchParams(query.text).has(parameter);
}

/** Rejection of a key whose plan does not include `what`. */
export function planRequired(what: string, required: Plan, current: Plan): DomainError {
  return new DomainError(
    'plan_required',
    `${what} requires the plan ${required} or higher; the key has the plan ${current}`,
    {
      members: { required_plan: required, current_plan: current },
    },
  );
}
