import { Controller, Get, Header, Param, Redirect } from '@nestjs/common';
import { DomainError } from '../platform/errors/domain-error';
import type { StaticFile } from '../platform/responses/static-file';
import { Public } from '../platform/auth/requires-plan.decorator';
import { ReferenceService } from './reference.service';

/** OpenAPI document and the HTML pages that render it. */
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
    return this.file('');
  }

  @Get('docs/:asset')
  @Header('cache-control', 'no-cache')
  asset(@Param('asset') name: string): StaticFile {
    return this.file(name);
  }

  private file(name: string): StaticFile {
    const file = this.reference.file(name);
    if (file === null) throw new DomainError('route_not_found', 'No asset has this name');
    return file;
  }
}
