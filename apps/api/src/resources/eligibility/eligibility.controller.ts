import { Body, Controller, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { presentProblem } from '../../platform/errors/problem';
import { LargerBody } from '../../platform/input/larger-body.decorator';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import { pathOf } from '../../platform/server/path';
import { PublicUrl } from '../../platform/responses/public-url';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { CostsTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { BATCH_BYTES_MAX, EligibilityBatchDto, EligibilityCheckDto, countChecks } from './eligibility.dto';
import { EligibilityService } from './eligibility.service';

@Controller('v1/eligibility')
export class EligibilityController {
  constructor(
    private readonly eligibility: EligibilityService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  @RequiresPlan('pro')
  check(
    @Req() request: FastifyRequest,
    @Body() body: EligibilityCheckDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.eligibility.check(requestKey(request), body);
  }

  @Post('batch')
  @RequiresPlan('scale')
  @LargerBody(BATCH_BYTES_MAX)
  @CostsTokens(countChecks)
  checkBatch(
    @Req() request: FastifyRequest,
    @Body() { checks }: EligibilityBatchDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    const context = { publicUrl: this.publicUrl.text, instance: pathOf(request.url), requestId: request.id };
    return this.eligibility.checkBatch(requestKey(request), checks, (error) => presentProblem(error, context));
  }
}
