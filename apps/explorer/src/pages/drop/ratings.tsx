import type { DropExplanation, ExplainedLegit, ExplainedReward } from '@droptrack/contracts';
import type { RatingRules } from '@droptrack/scoring';
import { Unknown } from '../../parts/figure';
import { Fold } from '../../parts/folded';
import { formatInteger, formatPoints, formatShare, formatUsd } from '../../parts/format';
import { hostOf } from '../../parts/host';
import { ExternalLink } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { LEGIT_COMPONENTS, LEGIT_FINDINGS } from '../../parts/rating-names';
import { Time } from '../../parts/time';
import { Difficulty } from './difficulty';
import { Table } from '../../parts/table';

interface RatingsProps {
  readonly rating: DropExplanation['rating'];
  readonly rules: RatingRules;
}

/** Derivation of the three ratings. */
export const Ratings = ({ rating, rules }: RatingsProps) => (
  <section aria-labelledby="ratings">
    <h2 id="ratings">Ratings</h2>
    <p class="muted">Each from 0 to 100. A higher difficulty is harder.</p>
    <Reward {...rating.reward} rules={rules} />
    <Legit {...rating.legit} rules={rules} />
    <Difficulty {...rating.difficulty} rules={rules} />
  </section>
);

type WithRules = Pick<RatingsProps, 'rules'>;

const Reward = ({ score, ev_p50_usd: p50, cost_usd: cost, net_usd: net, rules }: ExplainedReward & WithRules) => (
  <>
    <h3 id="reward">Reward: {score ?? <Unknown />}</h3>
    {p50 === null || net === null ? (
      <p>Unknown while the expected value is unknown.</p>
    ) : (
      <p>
        Expected value {formatUsd(p50)},{' '}
        {cost === null ? 'with no known cost to subtract' : `less a cost of ${formatUsd(cost)}`}: {formatUsd(net)}. Each
        factor of ten adds {formatInteger(100 / rules.rewardDecades)} points.
      </p>
    )}
  </>
);

const Legit = ({ score, known_share: knownShare, total, components, caps, rules }: ExplainedLegit & WithRules) => (
  <>
    <h3 id="legit">Legitimacy: {score ?? <Unknown />}</h3>
    <p>
      {total === null
        ? 'Unknown: no component has evidence.'
        : `Sum of the points: ${formatPoints(total)}. Components of ${formatShare(knownShare)} of the points are known; an unknown one counts ${formatShare(rules.legit.unknown)} of its points.`}
    </p>
    {caps.length > 0 && (
      <ul>
        {caps.map((cap) => (
          <Cap key={cap.id} {...cap} />
        ))}
      </ul>
    )}
    <Fold summary={score === null ? 'Components that would count' : 'Components'}>
      <Table
        caption="Components of the legitimacy rating"
        columns={[
          { title: 'Component', isNumber: false },
          { title: 'Points', isNumber: true },
          { title: 'Of', isNumber: true },
          { title: 'Strength', isNumber: true },
          { title: 'Finding', isNumber: false },
        ]}
        rows={components.map((component) => [
          LEGIT_COMPONENTS[component.id] ?? component.id,
          component.contribution === null ? <Unknown /> : formatPoints(component.contribution),
          component.points,
          component.score === null ? <Unknown /> : formatShare(component.score),
          <Finding key={component.id} {...component} rules={rules} />,
        ])}
      />
    </Fold>
  </>
);

/** Finding with its limit, and the statement, page and day of the fact where they are recorded. */
const Cap = ({ id, at_most: atMost, url, at, note }: ExplainedLegit['caps'][number]) => (
  <li>
    {LEGIT_FINDINGS[id] ?? id}: at most {atMost}.{note !== null && <bdi> {plainName(note, 500)}.</bdi>}
    {url !== null && (
      <>
        {' '}
        <ExternalLink url={url}>{hostOf(url)}</ExternalLink>
      </>
    )}
    {at !== null && (
      <>
        , <Time instant={at} isDate />
      </>
    )}
  </li>
);

type FindingProps = ExplainedLegit['components'][number] & WithRules;

const agedEffect = ({ staleFactor, staleAfterDays, halfLifeDays }: RatingRules['legit']): string =>
  halfLifeDays === null
    ? `it counts ${formatShare(staleFactor)}`
    : `its lead over an unknown component halves every ${halfLifeDays} days after the first ${staleAfterDays}`;

/** Note, page and day of the evidence of a component. */
const Finding = ({ known, stale, url, checked_at: checkedAt, note, rules }: FindingProps) => {
  if (!known) return <span class="muted">not assessed</span>;
  return (
    <>
      {note !== null && <bdi>{plainName(note, 500)}. </bdi>}
      {url !== null && <ExternalLink url={url}>{hostOf(url)}</ExternalLink>}
      {checkedAt === null ? (
        ' checked at an unknown time'
      ) : (
        <>
          , checked <Time instant={checkedAt} isDate />
        </>
      )}
      {stale && `; too old, so ${agedEffect(rules.legit)}`}
    </>
  );
};
