import { Controller, Get, Param, Query } from '@nestjs/common';
import type { AnswerAt } from '../http/response-writer';
import { GetHypeDto } from './get-hype.dto';
import { HypeService } from './hype.service';

@Controller('v1/drops/:id/hype')
export class HypeController {
  constructor(private readonly hype: HypeService) {}

  @Get()
  get(@Param('id') id: string, @Query() query: GetHypeDto): Promise<AnswerAt> {
    return this.hype.get(id, query);
  }
}
