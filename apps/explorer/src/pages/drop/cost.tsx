import type { ExplainedCost, ExplainedCostInput } from '@droptrack/contracts';
import type { RatingRules } from '@droptrack/scoring';
import { Unknown } from '../../parts/figure';
import { Fold } from '../../parts/folded';
import { formatInteger, formatShare, formatUsd } from '../../parts/format';
import { Source } from './source';
import { Table } from '../../parts/table';

const TERMS: Readonly<Record<string, string>> = {
  gas: 'Gas',
  fees: 'Fees',
  capital: 'Locked capital',
  subscriptions: 'Subscriptions',
};

interface CostProps {
  readonly cost: ExplainedCost;
  readonly rules: RatingRules;
}

/** Terms of the cost of participation. */
export const Cost = ({ cost, rules }: CostProps) => (
  <section aria-labelledby="cost">
    <h2 id="cost">Cost</h2>
    <p>
      {cost.usd === null
        ? 'Unknown: no term is known.'
        : `${formatUsd(cost.usd)} is the sum of the known terms. Unknown terms are left out.`}
    </p>
    <Fold summary={cost.usd === null ? 'Terms that would count' : 'Terms'}>
      <Table
        caption="Terms of the cost"
        columns={[
          { title: 'Term', isNumber: false },
          { title: 'Cost', isNumber: true },
          { title: 'Figures', isNumber: false },
        ]}
        rows={cost.terms.map(({ id, usd, inputs }) => [
          `${TERMS[id] ?? id}${id === 'capital' ? `, at ${formatShare(rules.capitalCostPerYear)} per year` : ''}`,
          usd === null ? <Unknown /> : formatUsd(usd),
          inputs.map((input, index) => [index > 0 && '; ', <Input key={input.id} {...input} />]),
        ])}
      />
    </Fold>
  </section>
);

const Input = ({ id, value, source }: ExplainedCostInput) => {
  if (value === null) return <span class="muted">{id === 'days' ? 'days unknown' : 'amount unknown'}</span>;
  return (
    <>
      {id === 'days' ? `${formatInteger(value)} days` : formatUsd(value)} (<Source source={source} />)
    </>
  );
};
