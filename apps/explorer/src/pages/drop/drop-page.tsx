import { chainName } from '@droptrack/catalogue';
import type { Drop, DropExplanation } from '@droptrack/contracts';
import { formatDelta, formatUsd } from '../../parts/format';
import { plainName } from '../../parts/name';
import type { Page } from '../page';
import { Claim } from './claim';
import { ClaimCurve } from './claim-curve';
import { Cost } from './cost';
import { DropCalendar } from './drop-calendar';
import { Header, Notices } from './drop-header';
import { readDropQuery } from './drop-query';
import { ExpectedValue } from './expected-value';
import { Facts } from './facts';
import { Headline } from './headline';
import { Hype, isMeasured } from './hype';
import { type DropData, loadDrop } from './load-drop';
import { PublishedList } from './published-list';
import { Ratings } from './ratings';
import { ratingRulesOf } from './rules';

/** A drop with its figures and their derivation: `/drops/{id}?window=&to=&as_of=`. */
export const dropPage: Page = async ({ params, query: parameters, nowMs }, { client }) => {
  const { query, notes } = readDropQuery(parameters);
  const data = await loadDrop(client, params['id'] ?? '', query);
  return {
    title: plainName((data.past?.data ?? data.drop).name),
    description: descriptionOf(data.past?.data ?? data.drop),
    islands: ['crosshair'],
    content: <Content data={data} notes={notes} nowMs={nowMs} />,
  };
};

/** A drop in one sentence. */
function descriptionOf({ name, chain, status, ev_usd: ev, rating }: Drop): string {
  const facts = [
    `${plainName(name)} on ${plainName(chainName(chain))}: ${STATUS_WORDS[status]}`,
    ...(ev.p50 === null ? [] : [`value per wallet ${formatUsd(ev.p50)}`]),
    ...(rating.legit === null ? [] : [`legitimacy ${rating.legit} of 100`]),
  ];
  return `${facts.join(', ')}. Dates, wallet check and the reason of each figure.`;
}

const STATUS_WORDS = { upcoming: 'announced', live: 'running', tge: 'past its token generation' } as const;

interface ContentProps {
  readonly data: DropData;
  /** Sentences about values of the address that were ignored. */
  readonly notes: readonly string[];
  readonly nowMs: number;
}

const Content = ({ data, notes, nowMs }: ContentProps) => {
  const { hype, claims, events, query } = data;
  const drop = data.past?.data ?? data.drop;
  const explanation = data.explanation?.data ?? null;
  const calendar = events.data?.data ?? null;
  const isPast = query.asOf !== null;
  const hypeProps = { dropId: drop.id, name: drop.name, query, hype, events: calendar, nowMs };
  return (
    <>
      <Header drop={drop} explanation={explanation} asOf={query.asOf} />
      <Notices data={data} notes={notes} />
      <Headline drop={drop} explanation={explanation} change={changeOf(drop, isPast)} />
      <Contents hasExplanation={explanation !== null} isPast={isPast} />
      {isMeasured(query, hype.data) && <Hype {...hypeProps} />}
      <div class="columns">
        <div>
          {!isPast && (
            <Claim
              dropId={drop.id}
              events={calendar}
              wallets={explanation?.wallets ?? null}
              distribution={drop.distribution}
              domains={explanation?.official_domains ?? []}
              nowMs={nowMs}
            />
          )}
          {claims !== null && <ClaimCurve claims={claims} symbol={drop.symbol} />}
          <DropCalendar name={drop.name} events={events} isPast={isPast} nowMs={nowMs} />
          {explanation !== null && <Foundations explanation={explanation} />}
        </div>
        <div>
          {explanation !== null && <Derivations explanation={explanation} />}
          {!isMeasured(query, hype.data) && <Hype {...hypeProps} />}
        </div>
      </div>
    </>
  );
};

/** Change of hype over 7 days in words; null for a 0 of the past, as older states have 0 also without a history. */
function changeOf({ hype_delta_7d: delta }: Drop, isPast: boolean): string | null {
  if (delta === null) return 'no score 7 days before';
  return delta === 0 && isPast ? null : `${formatDelta(delta)} in 7 days`;
}

const CONTENTS = [
  ['claim', 'Claim', 'now'],
  ['calendar', 'Calendar', 'always'],
  ['list', 'Allocation list', 'explained'],
  ['expected-value', 'Value per wallet', 'explained'],
  ['ratings', 'Ratings', 'explained'],
  ['cost', 'Cost', 'explained'],
  ['facts', 'Facts', 'explained'],
  ['hype', 'Hype', 'always'],
] as const;

const Contents = ({ hasExplanation, isPast }: { hasExplanation: boolean; isPast: boolean }) => (
  <nav aria-label="On this page" class="contents">
    {CONTENTS.filter(([, , when]) => (when === 'explained' ? hasExplanation : when === 'always' || !isPast)).map(
      ([fragment, text]) => (
        <a key={fragment} href={`#${fragment}`}>
          {text}
        </a>
      ),
    )}
  </nav>
);

const Derivations = ({ explanation }: { readonly explanation: DropExplanation }) => {
  const rules = ratingRulesOf(explanation.ruleset);
  return (
    <>
      <ExpectedValue value={explanation.ev_usd} />
      <Ratings rating={explanation.rating} rules={rules} />
      <Cost cost={explanation.cost_usd} rules={rules} />
      <Facts facts={explanation.facts} />
    </>
  );
};

const Foundations = ({ explanation }: { readonly explanation: DropExplanation }) => {
  const { ev_usd: ev, lists, lists_gap: gap, facts, notes } = explanation;
  const symbol = facts.find(({ path }) => path === 'token.symbol')?.value ?? null;
  return (
    <>
      <PublishedList list={ev.list} lists={lists} gap={gap} symbol={symbol === null ? null : String(symbol)} />
      {notes !== null && (
        <section aria-labelledby="notes">
          <h2 id="notes">Notes</h2>
          <p dir="auto" class="break">
            {plainName(notes, NOTES_LENGTH_MAX)}
          </p>
        </section>
      )}
    </>
  );
};

/** Maximum length of notes on the page, in characters. */
const NOTES_LENGTH_MAX = 4_000;
