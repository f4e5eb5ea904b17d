import { DEFAULT_RULESET } from '@droptrack/scoring';
import { SampleChip } from '../../parts/marks';
import { Unknown } from '../../parts/figure';
import type { Page } from '../page';
import { Guide } from './guide';
import { DifficultyTable, LegitimacyTable, RewardTable, SignalTable } from './rule-tables';
import { Validity } from './validity';

/** Explains how the figures come about, from the rules that compute them. */
export const aboutPage: Page = ({ assetPath }) =>
  Promise.resolve({
    title: 'About',
    description: 'How hype, value per wallet and ratings of token distributions come about, rule by rule.',
    content: (
      <article class="prose about">
        <h1>How scores come about</h1>
        <p>
          Droptrack follows distributions of tokens: who gives what to whom, when, and on which evidence. Everything
          here is computed by public rules, by default version {DEFAULT_RULESET.version}, from facts with a source and a
          date. Each drop names its own version and has the derivation of its figures.
        </p>
        <ul class="contents">
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <Hype />
        <ExpectedValue />
        <Ratings />
        <Validity picture={assetPath('hype-validity.svg')} />
        <Terms />
      </article>
    ),
  });

const SECTIONS = [
  ['hype', 'Hype'],
  ['value', 'Value per wallet'],
  ['ratings', 'Ratings'],
  ['validity', 'Does it work?'],
  ['terms', 'Unknown, samples, past'],
] as const;

const { hype, ratings, expectedValue } = DEFAULT_RULESET;

const Hype = () => (
  <section id="hype">
    <h2>Hype</h2>
    <p>
      The attention that a drop has, from 0 to 100. Each signal counts something that people do; its level is compared
      with the level at which more no longer matters. Counts are of different people, not of posts, so that one loud
      account counts once.
      {hype.averaging !== null &&
        ` A count enters as its mean over ${hype.averaging.days} days, in which a day counts half for every ${hype.averaging.halfLifeDays} days of its age: one busy day changes little.`}
      {hype.averaging?.zeroDaysBefore !== undefined &&
        ` The ${hype.averaging.zeroDaysBefore} days before the first reading count as 0: a drop has to keep its attention.`}
    </p>
    <SignalTable rules={hype} />
    <p>
      A signal that cannot exist for a drop gives its weight to the others. A signal that is not known yet counts as{' '}
      {hype.prior} of 100, and lowers the <em>confidence</em>, the share of the weights that rests on readings. A
      reading loses weight with age. A jump that no other source confirms is set aside for {hype.suspect.hoursMax}{' '}
      hours.
    </p>
    <Guide file="docs/scoring.md">The formulas, with examples to check them</Guide>
  </section>
);

const ExpectedValue = () => (
  <section id="value">
    <h2>Value per wallet</h2>
    <p>
      The expected value, <code>ev_usd</code> in the API: the payout to a typical eligible wallet in US dollars, as a
      range: one outcome in ten is below it, one in ten above, and the figure between them is the median. It is the
      value of all tokens, times the share that is distributed, divided by the number of wallets, spread as allocations
      are spread, and weighted by the probability that the drop pays at all.
    </p>
    <ul>
      <li>
        A <strong>forecast</strong> has inputs that are not certain yet. An <strong>estimated</strong> value is of a
        payout whose mean is known, at the price of the launch or later; its range is that of other drops, within the
        known amounts per wallet. A <strong>realised</strong> value has a known range: the difference between wallets.
      </li>
      <li>
        Once a list of wallets is published, the spread is that of its allocations
        {expectedValue.listModel === 'quantiles' ? ', as they are' : ''}. Before, it is that of published lists of
        earlier drops.
      </li>
      <li>
        If the value of the tokens or the number of wallets is unknown, the value is unknown. Each input names its
        source, or that it is a default of the rules.
      </li>
    </ul>
    <Guide file="docs/calibration.md">How past forecasts compare with what was paid</Guide>
  </section>
);

const Ratings = () => (
  <section id="ratings">
    <h2>Ratings</h2>
    <h3>Reward</h3>
    <p>The median payout after cost, by orders of magnitude.</p>
    <RewardTable />
    <h3>Legitimacy</h3>
    <p>
      How well the trustworthiness of a drop is documented. Each component is graded with a link and a date. An unknown
      one counts {100 * ratings.legit.unknown}% of its points. After {ratings.legit.staleAfterDays} days without a new
      check, a grade loses its lead over an unknown component, by half every {ratings.legit.halfLifeDays} days. Findings
      limit the rating, whatever else is known.
    </p>
    <LegitimacyTable rules={ratings.legit} />
    <h3>Difficulty</h3>
    <p>The effort of taking part; higher is harder.</p>
    <DifficultyTable shares={ratings.difficulty.shares} />
    <h3>Cost</h3>
    <p>
      Gas, fees and subscriptions in US dollars, and {ratings.capitalCostPerYear * 100}% a year of capital that is
      locked. The sum has the known terms only, and the page of a drop names the unknown ones.
    </p>
  </section>
);

const Terms = () => (
  <section id="terms">
    <h2>Unknown, samples, past</h2>
    <ul>
      <li>
        <Unknown /> is unknown: no source states it. It is never shown as 0.
      </li>
      <li>
        <SampleChip /> marks drops that are made up, so that a new installation has something to show. They are in no
        list of real drops.
      </li>
      <li>
        Everything that was published stays readable as it stood: each page of a drop takes an instant of the past.
        Facts that turn out wrong are corrected by a later entry, not overwritten.
      </li>
    </ul>
  </section>
);
