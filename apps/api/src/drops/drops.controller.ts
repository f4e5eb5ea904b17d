import { Controller, Get, Param, Query } from '@nestjs/common';
import { NoQueryDto } from '../http/no-query.dto';
import type { AnswerAt } from '../http/response-writer';
import { DropsService } from './drops.service';
import { ListDropsDto } from './list-drops.dto';

@Controller('v1/drops')
export class DropsController {
  constructor(private readonly drops: DropsService) {}

  @Get()
  list(@Query() query: ListDropsDto): AnswerAt {
    return this.drops.list(query);
  }

  @Get(':id')
  get(@Param('id') id: string, @Query() _none: NoQueryDto): AnswerAt {
    return this.drops.get(id);
  }
}
