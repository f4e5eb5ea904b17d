import { Body, Controller, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { RequiresPlan } from '../../platform/auth/requires-plan.decorator';
import { presentProblem } from '../../platform/errors/problem';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import { CostsTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { PublicUrl } from '../../platform/responses/public-url';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import { pathOf } from '../../platform/server/path';
import { ClaimPreparationBatchDto, ClaimPreparationQueryDto, countClaims } from './claim-calls.dto';
import { ClaimCallsService } from './claim-calls.service';

@Controller('v1/claims/prepare')
export class ClaimCallsController {
  constructor(
    private readonly calls: ClaimCallsService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  @RequiresPlan('pro')
  prepare(
    @Req() request: FastifyRequest,
    @Body() body: ClaimPreparationQueryDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.calls.prepare(requestKey(request), body);
  }

  @Post('batch')
  @RequiresPlan('scale')
  @CostsTokens(countClaims)
  prepareBatch(
    @Req() request: FastifyRequest,
    @Body() { claims }: ClaimPreparationBatchDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    const context = { publicUrl: this.publicUrl.text, instance: pathOf(request.url), requestId: request.id };
    return this.calls.prepareBatch(requestKey(request), claims, (error) => presentProblem(error, context));
  }
}
