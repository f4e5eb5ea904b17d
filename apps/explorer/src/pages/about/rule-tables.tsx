import { type DifficultyPart, type HypeRules, type RatingRules, rateReward } from '@droptrack/scoring';
import { formatShare, formatUsd } from '../../parts/format';
import { DIFFICULTY_INPUTS, LEGIT_COMPONENTS, LEGIT_FINDINGS } from '../../parts/rating-names';
import { sourceName } from '../../parts/source-names';
import { Table } from '../../parts/table';

/** Signals of the hype score, heaviest first. */
export const SignalTable = ({ rules }: { readonly rules: HypeRules }) => (
  <Table
    caption="Signals of the hype score and their weights"
    columns={[
      { title: 'Signal', isNumber: false },
      { title: 'Weight', isNumber: true },
      { title: 'Measured in', isNumber: false },
      { title: 'Read from', isNumber: false },
    ]}
    rows={rules.signals
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ name, weight, unit, source }) => [name, formatShare(weight), unit, sourceName(source)])}
  />
);

/** Median payouts for which the reward is shown, in US dollars. */
const PAYOUTS_USD = [0, 10, 100, 1_000, 10_000];

/** Rewards of round payouts. */
export const RewardTable = () => (
  <Table
    caption="Reward by median payout after cost"
    columns={[
      { title: 'Payout', isNumber: false },
      { title: 'Reward', isNumber: true },
    ]}
    rows={PAYOUTS_USD.map((usd) => [formatUsd(usd), rateReward({ evP50Usd: usd, costUsd: 0 }).score])}
  />
);

/** Points and limits of the legitimacy rating. */
export const LegitimacyTable = ({ rules }: { readonly rules: RatingRules['legit'] }) => (
  <>
    <Table
      caption="Components of the legitimacy rating and their points"
      columns={[
        { title: 'Component', isNumber: false },
        { title: 'Points', isNumber: true },
      ]}
      rows={entries(LEGIT_COMPONENTS).map(([part, name]) => [name, rules.points[part]])}
    />
    <Table
      caption="Findings that limit the legitimacy rating"
      columns={[
        { title: 'Finding', isNumber: false },
        { title: 'At most', isNumber: true },
      ]}
      rows={entries(LEGIT_FINDINGS).map(([finding, name]) => [name, rules.caps[finding]])}
    />
  </>
);

/** Shares of the difficulty rating. */
export const DifficultyTable = ({ shares }: { readonly shares: Readonly<Record<DifficultyPart, number>> }) => (
  <Table
    caption="Inputs of the difficulty rating"
    columns={[
      { title: 'Input', isNumber: false },
      { title: 'Share', isNumber: true },
    ]}
    rows={entries(DIFFICULTY_INPUTS).map(([input, name]) => [
      name,
      formatShare(shares[input === 'capital_usd' ? 'capitalUsd' : input]),
    ])}
  />
);

const entries = <T extends string>(record: Readonly<Record<T, string>>): readonly [T, string][] =>
  Object.entries(record) as [T, string][];
