import { PLANS } from '@droptrack/contracts';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';
import type { RoutePolicies } from '../http/route-policy';
import { keyOf } from './key.guard';

/** Lets a route be used from a certain plan upward. Runs after the key is known. */
export class PlanGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `plan_required`, with both plans as members. */
  canActivate(context: ExecutionContext): boolean {
    const required = this.policies.of(context).requiredPlan;
    if (required === null) return true;
    const current = keyOf(context.switchToHttp().getRequest()).plan;
    if (PLANS.indexOf(current) >= PLANS.indexOf(required)) return true;
    throw new DomainError('plan_required', `This needs the plan ${required} or above; the key has ${current}`, {
      members: { required_plan: required, current_plan: current },
    });
  }
}
