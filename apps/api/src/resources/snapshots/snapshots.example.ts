import type { AllocationRow, HypeHistoryPoint } from '@droptrack/contracts';
import { exampleSeries } from '../hype/hype.example';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { allocationRow } from './snapshot.presenter';

/** Row of a list with a breakdown. */
export const exampleAllocation = (): AllocationRow =>
  allocationRow({
    wallet: 'd8da6bf26964af9d7eed9e03e53415d37aa96045',
    amount: '1250000000000000000000',
    index: '48213',
    breakdown: [{ reason: 'bridge_volume', amount: '1000000000000000000000' }],
  });

/** Last point of the example series. */
export function examplePoint(): HypeHistoryPoint {
  const { data, ruleset } = exampleSeries();
  const { t, score, confidence, prior, signals } = data.at(-1) ?? { t: EXAMPLE_AS_OF, signals: {} };
  return {
    t,
    recorded_at: EXAMPLE_AS_OF,
    score: score ?? 0,
    confidence: confidence ?? 0,
    prior: prior ?? 0,
    ruleset,
    signals,
  };
}
