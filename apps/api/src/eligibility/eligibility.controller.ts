import { Body, Controller, Post, Query } from '@nestjs/common';
import { NoQueryDto } from '../http/no-query.dto';
import type { UnkeptAnswer } from '../http/response-writer';
import { RequiresPlan } from '../keys/requires-plan.decorator';
import { CheckEligibilityDto } from './check-eligibility.dto';
import { EligibilityService } from './eligibility.service';

@Controller('v1/eligibility')
export class EligibilityController {
  constructor(private readonly eligibility: EligibilityService) {}

  @Post()
  @RequiresPlan('pro')
  check(@Body() body: CheckEligibilityDto, @Query() _none: NoQueryDto): Promise<UnkeptAnswer> {
    return this.eligibility.check(body);
  }
}
