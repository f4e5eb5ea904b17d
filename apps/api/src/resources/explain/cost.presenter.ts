import { deriveCost, type DropDefinition, type Fact, factSource } from '@droptrack/catalogue';
import type { ExplainedCost, ExplainedCostInput } from '@droptrack/contracts';
import type { Ruleset } from '@droptrack/scoring';

/** How the cost comes about: every term, known or not. */
export function presentCost(definition: DropDefinition, ruleset: Ruleset): ExplainedCost {
  const { usd, parts } = deriveCost(definition, ruleset);
  const { gasUsd, feesUsd, capitalUsd, days, subscriptionsUsd } = definition.cost;
  return {
    usd,
    terms: [
      { id: 'gas', usd: parts.gas, inputs: [input('gas_usd', gasUsd)] },
      { id: 'fees', usd: parts.fees, inputs: [input('fees_usd', feesUsd)] },
      { id: 'capital', usd: parts.capital, inputs: [input('capital_usd', capitalUsd), input('days', days)] },
      { id: 'subscriptions', usd: parts.subscriptions, inputs: [input('subscriptions_usd', subscriptionsUsd)] },
    ],
  };
}

function input(id: ExplainedCostInput['id'], fact: Fact<number> | null): ExplainedCostInput {
  if (fact === null) return { id, value: null, source: null };
  return { id, value: fact.value, source: fact.source === null ? null : factSource(fact.source) };
}
