import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { DROP_PATH } from '../hype/hype.example';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { ExplainController } from './explain.controller';
import { exampleExplanation } from './explain.example';

const get: RouteDocs = {
  operationId: 'explainDrop',
  summary: 'Explain the figures of a drop',
  description:
    'How `ev_usd`, the ratings and `cost_usd` of a drop came about: every input with its value, whether it is known, and ' +
    'who says so. `basis` of an input of the expected value tells what was `stated` from what a published `list` gave, ' +
    'what was `derived` from other facts, and what the ruleset takes by `default`. What nobody knows counts one half in ' +
    'a rating, and is marked.\n\n' +
    'The figures are those of the drop at the same instant. `sample` is true for drops that are made up to show the ' +
    'service with. How the hype score came about is in the series of `GET /v1/drops/{id}/hype`.',
  path: { id: DROP_PATH },
  answer: {
    kind: 'data',
    type: 'DropExplanation',
    description: 'The explanation.',
    examples: { announced: { summary: 'A drop of which much is announced', body: exampleExplanation() } },
  },
  problems: [
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/explain' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/explain' },
  ],
};

export const explainDocs = documents(ExplainController, 'Drops', { get });
