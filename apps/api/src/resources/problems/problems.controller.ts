import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error';
import { Public } from '../../platform/auth/requires-plan.decorator';
import type { StaticFile } from '../../platform/responses/static-file';
import { problemIndexPage, problemPage } from './problem-page';

/** HTML pages to which the `type` of a problem points. */
@Public()
@Controller('problems')
export class ProblemsController {
  readonly #index = problemIndexPage();
  readonly #pages = new Map((Object.keys(PROBLEM_STATUS) as ProblemCode[]).map((code) => [code, problemPage(code)]));

  @Get()
  @Header('cache-control', 'public, max-age=3600')
  index(): StaticFile {
    return this.#index;
  }

  @Get(':code')
  @Header('cache-control', 'public, max-age=3600')
  page(@Param('code') slug: string): StaticFile {
    const page = slug.includes('_') ? undefined : this.#pages.get(slug.replaceAll('-', '_') as ProblemCode);
    if (page === undefined)
      throw new DomainError('route_not_found', 'No problem has this code; see /problems for all problems');
    return page;
  }
}
