import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NoQueryDto } from '../http/no-query.dto';
import type { AnswerAt } from '../http/response-writer';
import { keyOf } from '../keys/key.guard';
import { partsLeftOf } from '../limits/settle';
import { MeService } from './me.service';

@Controller('v1/me')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  get(@Req() request: FastifyRequest, @Query() _none: NoQueryDto): AnswerAt {
    return this.me.get(keyOf(request), partsLeftOf(request));
  }
}
