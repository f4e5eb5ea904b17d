import { Controller, Get, Param, Query } from '@nestjs/common';
import { NoQueryDto } from '../http/no-query.dto';
import type { AnswerAt } from '../http/response-writer';
import { ExplainService } from './explain.service';

@Controller('v1/drops/:id/explain')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  @Get()
  get(@Param('id') id: string, @Query() _none: NoQueryDto): Promise<AnswerAt> {
    return this.explanations.get(id);
  }
}
