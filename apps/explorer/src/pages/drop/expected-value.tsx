import type {
  AllocationBasis,
  ExplainedExpectedValue,
  ExplainedInput,
  ExplainedNumber,
  ExplainedRange,
  InputBasis,
} from '@droptrack/contracts';
import { rangeBar } from '@droptrack/pictures';
import type { ComponentChildren } from 'preact';
import { Unknown } from '../../parts/figure';
import { Fold } from '../../parts/folded';
import { formatInteger, formatShare, formatUsd } from '../../parts/format';
import { Picture } from '../../parts/marks';
import { factName } from './facts';
import { Source } from './source';
import { Table } from '../../parts/table';

const SIZE = { widthPx: 560, heightPx: 96 } as const;

/** Expected value as a range, with its inputs. */
export const ExpectedValue = ({ value }: { readonly value: ExplainedExpectedValue }) => {
  const { p10, p50, p90, lognormal } = value;
  return (
    <section aria-labelledby="expected-value">
      <h2 id="expected-value">Value per wallet</h2>
      <p>
        {summaryOf(value)}{' '}
        <span class="muted">
          In the API: expected value, <code>ev_usd</code>.
        </span>
      </p>
      {p10 !== null && p50 !== null && p90 !== null && p10 > 0 && (
        <Picture svg={rangeBar({ p10, p50, p90 }, { ...SIZE, title: rangeText(p10, p50, p90) })} />
      )}
      {p10 !== null && p50 !== null && p90 !== null && <p>{rangeText(p10, p50, p90)}.</p>}
      <Fold summary="Inputs">
        <Inputs inputs={value.inputs} />
        {lognormal !== null && (
          <p class="muted">
            Payout if the drop pays out: lognormal, mean of the logarithm {lognormal.mean.toFixed(3)}, standard
            deviation {lognormal.spread.toFixed(3)}.
          </p>
        )}
      </Fold>
    </section>
  );
};

const rangeText = (p10: number, p50: number, p90: number): string =>
  `Median ${formatUsd(p50)}; 10th to 90th percentile ${formatUsd(p10)} to ${formatUsd(p90)}`;

function summaryOf({ basis, inputs }: ExplainedExpectedValue): string {
  switch (basis) {
    case 'realised':
      return 'Realised payout per wallet: known amounts of tokens at a price observed on or after the day of the token generation. It is not a forecast.';
    case 'estimated':
      return 'Estimated payout per wallet: the mean is known, as distributed tokens at a price observed on or after the day of the token generation. The spread over the wallets is that of other drops. It is not a forecast.';
    case 'forecast':
      return 'Forecast of the payout of a typical eligible wallet, weighted with the probability that the drop pays out.';
    default: {
      const unknown = NAMES.filter(({ id }) => id !== 'tokens_usd' && inputs[id].basis === 'unknown');
      return unknown.length === 0
        ? 'Unknown.'
        : `Unknown, because these inputs are unknown: ${unknown.map(({ name }) => name.toLowerCase()).join(', ')}.`;
    }
  }
}

type Inputs = ExplainedExpectedValue['inputs'];

const NAMES: readonly { readonly id: keyof Inputs; readonly name: string }[] = [
  { id: 'fdv_usd', name: 'Fully diluted value at launch' },
  { id: 'supply_share', name: 'Share of the supply' },
  { id: 'tokens_usd', name: 'Value of all listed tokens' },
  { id: 'eligible_wallets', name: 'Eligible wallets' },
  { id: 'allocation', name: 'Distribution among wallets' },
  { id: 'haircut', name: 'Share that remains after losses' },
  { id: 'probability', name: 'Probability of a payout' },
];

/** `tokens_usd` replaces two other inputs, or is not used at all. */
const Inputs = ({ inputs }: { readonly inputs: Inputs }) => (
  <Table
    caption="Inputs of the expected value"
    columns={[
      { title: 'Input', isNumber: false },
      { title: 'Value', isNumber: true },
      { title: 'Basis', isNumber: false },
      { title: 'Source', isNumber: false },
    ]}
    rows={NAMES.filter(({ id }) => id !== 'tokens_usd' || inputs[id].p10 !== null).map(({ id, name }) => [
      name,
      valueOf(inputs, id),
      basisOf(inputs[id]),
      inputs[id].basis === 'stated' || inputs[id].basis === 'observed' ? <Source source={inputs[id].source} /> : null,
    ])}
  />
);

const ALLOCATIONS: Readonly<Record<AllocationBasis, string>> = {
  flat: 'equal',
  tiered: 'by tier',
  points: 'by points',
  capital: 'by capital',
  empirical: 'as over published lists of many drops',
  list: 'as in the published list',
  stated: 'by known amounts',
};

function valueOf(inputs: Inputs, id: keyof Inputs): ComponentChildren {
  switch (id) {
    case 'fdv_usd':
    case 'tokens_usd':
      return <Range {...inputs[id]} format={formatUsd} />;
    case 'supply_share':
      return <Range {...inputs[id]} format={formatShare} />;
    case 'eligible_wallets':
      return <Range {...inputs[id]} format={formatInteger} />;
    case 'allocation':
      return ALLOCATIONS[inputs[id].value] ?? inputs[id].value;
    default:
      return numberOf(inputs[id]);
  }
}

const numberOf = ({ value }: ExplainedNumber) => (value === null ? <Unknown /> : formatShare(value));

/** A number, or the 10th and 90th percentile where they differ. */
const Range = ({ p10, p90, format }: ExplainedRange & { readonly format: (value: number) => string }) => {
  if (p10 === null || p90 === null) return <Unknown />;
  return <>{p10 === p90 ? format(p10) : `${format(p10)} to ${format(p90)}`}</>;
};

const BASES: Readonly<Record<InputBasis, string>> = {
  stated: 'stated',
  observed: 'observed',
  list: 'published list',
  derived: 'derived',
  default: 'default of the ruleset',
  unknown: 'unknown',
};

const basisOf = ({ basis, from }: ExplainedInput): string =>
  `${BASES[basis] ?? basis}${from.length === 0 ? '' : ` from ${from.map((path) => factName(path)).join(', ')}`}`;
