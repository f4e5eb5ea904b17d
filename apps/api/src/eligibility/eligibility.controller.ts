import { Body, Controller, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../http/no-query.dto';
import type { UnkeptAnswer } from '../http/response-writer';
import { keyOf } from '../keys/key.guard';
import { RequiresPlan } from '../keys/requires-plan.decorator';
import { CheckEligibilityDto } from './check-eligibility.dto';
import { EligibilityService } from './eligibility.service';

@Controller('v1/eligibility')
export class EligibilityController {
  constructor(private readonly eligibility: EligibilityService) {}

  @Post()
  @RequiresPlan('pro')
  check(
    @Req() request: FastifyRequest,
    @Body() body: CheckEligibilityDto,
    @Query() _none: NoQueryDto,
  ): Promise<UnkeptAnswer> {
    return this.eligibility.check(keyOf(request), body);
  }
}
