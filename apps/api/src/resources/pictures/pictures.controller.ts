import { Controller, Get, Header, Param, Query, UseGuards } from '@nestjs/common';
import { Public } from '../../platform/auth/requires-plan.decorator';
import { NetworkLimitGuard } from '../../platform/rate-limit/network-limit';
import type { StaticFile } from '../../platform/responses/static-file';
import { BadgeDto, HypePictureDto } from './picture-queries.dto';
import { FRESH_SECONDS, PicturesService } from './pictures.service';

const CACHE_CONTROL = `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=3600`;
/** Pages of other origins can embed the pictures, also those with a strict embedder policy. */
const RESOURCE_POLICY = 'cross-origin';

/** Badges and plots of drops, without a key. */
@Public()
@UseGuards(NetworkLimitGuard)
@Controller('v1/drops/:id')
export class PicturesController {
  constructor(private readonly pictures: PicturesService) {}

  @Get('badge.svg')
  @Header('cache-control', CACHE_CONTROL)
  @Header('cross-origin-resource-policy', RESOURCE_POLICY)
  badge(@Param('id') id: string, @Query() query: BadgeDto): StaticFile {
    return this.pictures.badge(id, query);
  }

  @Get('badge.json')
  @Header('cache-control', CACHE_CONTROL)
  @Header('cross-origin-resource-policy', RESOURCE_POLICY)
  endpointBadge(@Param('id') id: string, @Query() query: BadgeDto): StaticFile {
    return this.pictures.endpointBadge(id, query);
  }

  @Get('hype.svg')
  @Header('cache-control', CACHE_CONTROL)
  @Header('cross-origin-resource-policy', RESOURCE_POLICY)
  hype(@Param('id') id: string, @Query() query: HypePictureDto): Promise<StaticFile> {
    return this.pictures.hype(id, query);
  }
}
