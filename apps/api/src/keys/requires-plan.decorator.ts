import type { Plan } from '@droptrack/contracts';
import { SetMetadata } from '@nestjs/common';

export const REQUIRED_PLAN = Symbol('required plan');
export const IS_PUBLIC = Symbol('public');

/** The least plan that may use a route (spec §8). */
export const RequiresPlan = (plan: Plan): ClassDecorator & MethodDecorator => SetMetadata(REQUIRED_PLAN, plan);

/** A route that needs no key. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(IS_PUBLIC, true);
