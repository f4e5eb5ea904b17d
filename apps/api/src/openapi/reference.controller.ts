import { Controller, Get, Header, Param, Redirect } from '@nestjs/common';
import { DomainError } from '../platform/errors/domain-error';
import type { StaticFile } from '../platform/responses/static-file';
import { Public } from '../platform/auth/requires-plan.decorator';
import { ReferenceService } from './reference.service';

const ASSETS_FOR_A_DAY = 'public, max-age=86400';

/** OpenAPI document and the HTML page that renders it. */
@Public()
@Controller()
export class ReferenceController {
  constructor(private readonly reference: ReferenceService) {}

  @Get('v1/openapi.json')
  @Header('cache-control', 'no-cache')
  document(): StaticFile {
    return this.reference.document;
  }

  @Get()
  @Redirect('/docs', 302)
  root(): void {}

  @Get('docs')
  @Header('cache-control', 'no-cache')
  page(): StaticFile {
    return this.reference.page;
  }

  @Get('docs/:asset')
  @Header('cache-control', ASSETS_FOR_A_DAY)
  asset(@Param('asset') name: string): StaticFile {
    const asset = this.reference.asset(name);
    if (asset === null) throw new DomainError('route_not_found', 'No asset has this name');
    return asset;
  }
}
