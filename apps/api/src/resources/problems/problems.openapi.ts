import { PROBLEM_STATUS, type ProblemCode } from '@droptrack/contracts';
import { DomainError } from '../../platform/errors/domain-error';
import { problemPath } from '../../platform/errors/problem';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { ProblemsController } from './problems.controller';

const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[];
const slugs = codes.map((code) => problemPath(code).replace('/problems/', ''));

const index: RouteDocs = {
  operationId: 'getProblemIndex',
  summary: 'List problems',
  description: 'Returns an HTML page that lists all problems of the API.',
  response: { kind: 'file', description: 'The page.', content: { 'text/html': { type: 'string' } } },
};

const page: RouteDocs = {
  operationId: 'getProblemPage',
  summary: 'Explain a problem',
  description:
    'Returns an HTML page that explains when a problem occurs and how to resolve it. The `type` of a problem is the URL of its page.',
  path: {
    code: {
      description: 'Code of the problem, with hyphens instead of underscores.',
      schema: { type: 'string', enum: slugs },
      example: 'invalid-cursor',
    },
  },
  response: { kind: 'file', description: 'The page.', content: { 'text/html': { type: 'string' } } },
  problems: [
    {
      error: new DomainError('route_not_found', 'No problem has this code; see /problems for all problems'),
      instance: '/problems/nope',
    },
  ],
};

export const problemsDocs = documents(ProblemsController, 'Reference', { index, page });
