import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';
import { Public } from '../keys/requires-plan.decorator';
import { problemIndexPage, problemPage } from './problem-page';

/** The addresses that `type` of a problem points to, for people. */
@Public()
@Controller('problems')
export class ProblemsController {
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  index(): string {
    return problemIndexPage();
  }

  @Get(':code')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  page(@Param('code') slug: string): string {
    return problemPage(codeOf(slug));
  }
}

/** @throws {DomainError} `route_not_found` for what is no code in kebab-case. */
function codeOf(slug: string): ProblemCode {
  const code = slug.replaceAll('-', '_');
  if (slug.includes('_') || !Object.hasOwn(PROBLEM_STATUS, code)) {
    throw new DomainError('route_not_found', 'There is no such problem; /problems lists them all');
  }
  return code as ProblemCode;
}
