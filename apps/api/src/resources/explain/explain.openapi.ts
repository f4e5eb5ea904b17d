import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { DROP_PATH } from '../hype/hype.example';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { ExplainController } from './explain.controller';
import { exampleExplanation } from './explain.example';

const get: RouteDocs = {
  operationId: 'explainDrop',
  summary: "Explain a drop's figures",
  description:
    'Returns the derivation of `ev_usd`, the ratings and `cost_usd`: every input with its value, its source, and whether ' +
    'it is known. For inputs of the expected value, `basis` distinguishes values that were `stated`, `observed` at a ' +
    'price source or a prediction market within 24 hours before the derivation, taken from a published `list`, ' +
    '`derived` from other facts, or filled in by the ruleset (`default`). `known_share` is the share of a rating whose ' +
    'inputs are known. Beside known ones, an unknown one is marked with `known: false` and counts: half of an input of ' +
    '`difficulty`, a quarter of a component of `legit` (half of it by rulesets before 2026.4); a rating without any is null.\n\n' +
    '`hype` has the score, which is null without a reading, the share of its weights that rests on readings ' +
    '(`confidence`), and the momentum; ' +
    '`GET /v1/drops/{id}/hype` returns its derivation, signal by signal.\n\n' +
    '`lists` has the active allocation lists of the drop; figures are derived from the unnamed one alone.\n\n' +
    'The figures equal those of the drop at the same instant. `sample` is true for fictional sample data.',
  path: { id: DROP_PATH },
  response: {
    kind: 'data',
    type: 'DropExplanation',
    description: 'Derivation of the figures.',
    examples: { announced: { summary: 'Drop with many known inputs', body: exampleExplanation() } },
  },
  problems: [
    { error: new DropNotFoundError('linae'), instance: '/v1/drops/linae/explain' },
    { error: new DropArchivedError('old-season'), instance: '/v1/drops/old-season/explain' },
  ],
};

export const explainDocs = documents(ExplainController, 'Drops', { get });
