import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataResponse } from '../../platform/responses/response-writer';
import { requestKey } from '../../platform/auth/key.guard';
import { ListOutcomesDto } from './outcomes.dto';
import { OutcomesService } from './outcomes.service';

@Controller('v1/outcomes')
export class OutcomesController {
  constructor(private readonly outcomes: OutcomesService) {}

  @Get()
  list(@Req() request: FastifyRequest, @Query() query: ListOutcomesDto): Promise<DataResponse> {
    return this.outcomes.list(requestKey(request), query);
  }
}
