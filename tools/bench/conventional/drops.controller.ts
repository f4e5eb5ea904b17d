import type { Drop, Page } from '@droptrack/contracts';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard';
import { DropsService } from './drops.service';
import { ListDropsDto } from './list-drops.dto';

@Controller('v1/drops')
@UseGuards(ApiKeyGuard)
export class DropsController {
  constructor(private readonly drops: DropsService) {}

  @Get()
  list(@Query() query: ListDropsDto): Promise<Page<Drop>> {
    return this.drops.list(query);
  }
}
