import { type Plan, PLANS } from '@droptrack/contracts';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import { RawQuery } from '../input/raw-query';
import type { RoutePolicies } from '../server/route-policy';
import { keyOf } from './key.guard';

/** Lets a route, or a parameter of one, be used from a certain plan upward. Runs after the key is known. */
export class PlanGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `plan_required`, with both plans as members. */
  canActivate(context: ExecutionContext): boolean {
    const { requiredPlan, parameterPlan } = this.policies.of(context);
    if (requiredPlan === null && parameterPlan === null) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { plan: current } = keyOf(request);
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

/** Whether a plan may use what another one is needed for. */
export const includesPlan = (current: Plan, required: Plan): boolean =>
  PLANS.indexOf(current) >= PLANS.indexOf(required);

/** Whether the query has the parameter, with whatever value. */
function names({ query }: FastifyRequest, parameter: string): boolean {
  return query instanceof RawQuery && query.text !== '' && new URLSearchParams(query.text).has(parameter);
}

/** The refusal of a key whose plan does not include `what`. */
export function planRequired(what: string, required: Plan, current: Plan): DomainError {
  return new DomainError(
    'plan_required',
    `${what} requires the plan ${required} or higher; the key has the plan ${current}`,
    {
      members: { required_plan: required, current_plan: current },
    },
  );
}
