import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { DomainError } from '../../platform/errors/domain-error';
import { problemPath } from '../../platform/errors/problem';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { ProblemsController } from './problems.controller';

const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[];
const slugs = codes.map((code) => problemPath(code).replace('/problems/', ''));

const index: RouteDocs = {
  operationId: 'listProblems',
  summary: 'Show all problems',
  description: 'A page for people: every problem the API can answer with.',
  answer: { kind: 'file', description: 'The page.', content: { 'text/html': { type: 'string' } } },
};

const page: RouteDocs = {
  operationId: 'getProblem',
  summary: 'Show what a problem means',
  description: 'A page for people: when the problem occurs and what to do. The `type` of every problem leads here.',
  path: {
    code: {
      description: 'The code of the problem, with hyphens in place of underscores.',
      schema: { type: 'string', enum: slugs },
      example: 'invalid-cursor',
    },
  },
  answer: { kind: 'file', description: 'The page.', content: { 'text/html': { type: 'string' } } },
  problems: [
    {
      error: new DomainError('route_not_found', 'There is no such problem; /problems lists them all'),
      instance: '/problems/nope',
    },
  ],
};

export const problemsDocs = documents(ProblemsController, 'Reference', { index, page });
