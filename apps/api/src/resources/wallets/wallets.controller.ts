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
import { countWalletTokens, WalletDropsQueryDto } from './wallet-drops.dto';
import { WalletDropsService } from './wallet-drops.service';
import { WalletHistoryQueryDto } from './wallet-history.dto';
import { WalletHistoryService } from './wallet-history.service';

@Controller('v1/wallets')
export class WalletsController {
  constructor(
    private readonly walletDrops: WalletDropsService,
    private readonly histories: WalletHistoryService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post('drops')
  @RequiresPlan('pro')
  @CostsTokens(countWalletTokens)
  drops(
    @Req() request: FastifyRequest,
    @Body() body: WalletDropsQueryDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    const context = { publicUrl: this.publicUrl.text, instance: pathOf(request.url), requestId: request.id };
    return this.walletDrops.check(requestKey(request), body, (error) => presentProblem(error, context));
  }

  @Post('history')
  @RequiresPlan('pro')
  history(
    @Req() request: FastifyRequest,
    @Body() body: WalletHistoryQueryDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.histories.list(requestKey(request), body);
  }
}
