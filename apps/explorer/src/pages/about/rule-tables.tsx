import {
  type DifficultyPart,
  type HypeRules,
  type LegitFinding,
  type LegitPart,
  type RatingRules,
  rateReward,
} from '@droptrack/scoring';
import type { ComponentChildren } from 'preact';
import { formatShare, formatUsd } from '../../parts/format';
import { sourceName } from '../../parts/source-names';

interface TableProps {
  readonly caption: string;
  readonly columns: readonly (readonly [title: string, isNumber: boolean])[];
  readonly rows: readonly (readonly [head: string, ...cells: ComponentChildren[]])[];
}

/** A table of rules whose first column names the rows. */
const RuleTable = ({ caption, columns, rows }: TableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(([title, isNumber]) => (
            <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells]) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={index} class={columns[index + 1]?.[1] === true ? 'number' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Signals of the hype score, heaviest first. */
export const SignalTable = ({ rules }: { readonly rules: HypeRules }) => (
  <RuleTable
    caption="Signals of the hype score and their weights"
    columns={[
      ['Signal', false],
      ['Weight', true],
      ['Measured in', false],
      ['Read from', false],
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
  <RuleTable
    caption="Reward by median payout after cost"
    columns={[
      ['Payout', false],
      ['Reward', true],
    ]}
    rows={PAYOUTS_USD.map((usd) => [formatUsd(usd), rateReward({ evP50Usd: usd, costUsd: 0 }).score])}
  />
);

const LEGIT_PARTS: Readonly<Record<LegitPart, string>> = {
  team: 'Team and its record',
  audits: 'Audits, bounties, exploits',
  use: 'Use of the product',
  backers: 'Funding and backers',
  progress: 'Progress',
  rules: 'Clear and fair rules',
};

const LEGIT_FINDINGS: Readonly<Record<LegitFinding, string>> = {
  asks_secrets: 'Asks for a seed phrase or a private key',
  phishing_listed: 'On a list of phishing sites, or poses as another drop',
  contract_unverified: 'Source code of the claim contract not verified',
  single_unofficial_source: 'Reported by one source, and not by the project',
  unknown_team_no_audit: 'Unknown team and no audit',
};

/** Points and limits of the legitimacy rating. */
export const LegitimacyTable = ({ rules }: { readonly rules: RatingRules['legit'] }) => (
  <>
    <RuleTable
      caption="Components of the legitimacy rating"
      columns={[
        ['Component', false],
        ['Points at most', true],
      ]}
      rows={entries(LEGIT_PARTS).map(([part, name]) => [name, rules.points[part]])}
    />
    <RuleTable
      caption="Findings that limit the legitimacy rating"
      columns={[
        ['Finding', false],
        ['Rating at most', true],
      ]}
      rows={entries(LEGIT_FINDINGS).map(([finding, name]) => [name, rules.caps[finding]])}
    />
  </>
);

const DIFFICULTY_PARTS: Readonly<Record<DifficultyPart, string>> = {
  minutes: 'Time',
  capitalUsd: 'Capital to lock',
  tasks: 'Number of tasks',
  identity: 'Identity check',
  recurring: 'Tasks that repeat',
  technical: 'Technical knowledge',
};

/** Shares of the difficulty rating. */
export const DifficultyTable = ({ shares }: { readonly shares: Readonly<Record<DifficultyPart, number>> }) => (
  <RuleTable
    caption="Inputs of the difficulty rating"
    columns={[
      ['Input', false],
      ['Share', true],
    ]}
    rows={entries(DIFFICULTY_PARTS).map(([part, name]) => [name, formatShare(shares[part])])}
  />
);

const entries = <T extends string>(record: Readonly<Record<T, string>>): readonly [T, string][] =>
  Object.entries(record) as [T, string][];
