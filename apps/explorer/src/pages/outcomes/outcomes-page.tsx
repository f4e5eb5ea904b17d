import {
  DEFAULT_OUTCOME_ORDER,
  DISTRIBUTION_METHODS,
  type DropOutcome,
  OUTCOME_SORTS,
  type OutcomeSort,
} from '@droptrack/contracts';
import { chainName } from '@droptrack/catalogue';
import type { ApiSession } from '../../api/api-session';
import { Unknown } from '../../parts/figure';
import { Fold } from '../../parts/folded';
import { formatDate, formatInteger, formatUsd } from '../../parts/format';
import { Notice } from '../../parts/marks';
import { METHOD_NAMES } from '../../parts/method-names';
import { Name } from '../../parts/name';
import { Table } from '../../parts/table';
import { ChainField } from '../filters';
import type { Page } from '../page';
import { type OutcomesState, outcomesPath, outcomesQuery, parseOutcomesState } from './outcomes-state';
import { formatChange, outcomeGroups } from './outcome-groups';
import { OutcomePlots } from './outcome-plots';

/** Maximum number of outcomes on a page, which bounds its requests: few drops have one. */
const OUTCOMES_MAX = 500;

/** Shows what past drops paid, by month, chain and method, with the forecast beside the outcome. */
export const outcomesPage: Page = async ({ query }, session) => {
  const { state, notes } = parseOutcomesState(query);
  const outcomes = await loadOutcomes(session, state);
  return {
    title: 'What drops paid',
    description: 'Prices of tokens from the first day after a token distribution to day 90, each from a public source.',
    content: (
      <>
        <h1>What drops paid</h1>
        <p class="lead">
          Past drops with the daily prices of their token from the first day on which wallets could have it. A price
          that no public file states is unknown, never that of another day.
        </p>
        {notes.map((note) => (
          <p class="notice notice-warn" role="status" key={note}>
            {note}
          </p>
        ))}
        <Filters state={state} chains={[...new Set(outcomes.map(({ chain }) => chain))].sort()} />
        {outcomes.length === 0 ? (
          <Notice title="No outcome matches">
            <p>
              <a href="/outcomes">Clear the filters</a>, or add the key <code>outcome</code> to catalogue files.
            </p>
          </Notice>
        ) : (
          <Outcomes state={state} outcomes={outcomes} />
        )}
      </>
    ),
  };
};

/** All outcomes of a state. */
export const loadOutcomes = ({ client }: ApiSession, state: OutcomesState): Promise<readonly DropOutcome[]> =>
  client.outcomes.list(outcomesQuery(state)).toArray({ limit: OUTCOMES_MAX });

interface OutcomesProps {
  readonly state: OutcomesState;
  readonly outcomes: readonly DropOutcome[];
}

const Outcomes = ({ state, outcomes }: OutcomesProps) => (
  <>
    <OutcomePlots outcomes={outcomes} />
    <p>
      <a href={outcomesPath(state, '/outcomes.csv')}>The data as a file (CSV)</a>
    </p>
    <Fold
      isOpen={isChosen(state)}
      summary={`${outcomes.length === 1 ? '1 outcome' : `${outcomes.length} outcomes`} with their prices`}
    >
      <List state={state} outcomes={outcomes} />
    </Fold>
    <Fold summary="Medians by month, chain and method">
      <Groups
        caption="By month"
        column="Month"
        groups={outcomeGroups(outcomes, ({ opened_at: at }) => at.slice(0, 7))}
      />
      <Groups caption="By chain" column="Chain" groups={outcomeGroups(outcomes, ({ chain }) => chainName(chain))} />
      <Groups
        caption="By method"
        column="Method"
        groups={outcomeGroups(outcomes, ({ method }) => (method === null ? 'unknown' : METHOD_NAMES[method]))}
      />
    </Fold>
  </>
);

/** True for a list that was filtered or sorted by a visitor, who looks for rows. */
const isChosen = (state: OutcomesState): boolean => outcomesPath(state) !== '/outcomes';

const List = ({ state, outcomes }: OutcomesProps) => (
  <>
    <SortLinks state={state} />
    <Table
      caption="Outcomes, prices in US dollars"
      columns={[
        { title: 'Drop', isNumber: false },
        { title: 'First day', isNumber: false },
        ...[
          'Price',
          'Day 1',
          'Day 7',
          'Day 30',
          'Day 90',
          'High',
          'Change to day 90',
          'Mean per wallet',
          'Forecast',
        ].map((title) => ({
          title,
          isNumber: true,
        })),
      ]}
      rows={outcomes.map(rowOf)}
    />
  </>
);

const rowOf = (outcome: DropOutcome) => {
  const { price_usd: price, forecast_usd: forecast } = outcome;
  return [
    <a key="drop" href={`/drops/${encodeURIComponent(outcome.drop)}`}>
      <Name text={outcome.drop_name} />
    </a>,
    <span key="day" class="day">
      {formatDate(outcome.opened_at)}
    </span>,
    ...[price.opening, price.day_1, price.day_7, price.day_30, price.day_90, price.high].map(priceCell),
    known(outcome.change_90d, formatChange),
    known(outcome.paid_usd, formatUsd),
    forecast === null || forecast.p50 === null ? 'none' : formatUsd(forecast.p50),
  ];
};

const known = (value: number | null, format: (value: number) => string) =>
  value === null ? <Unknown /> : format(value);

/** Prices below a dollar need more digits than cents. */
const priceCell = (price: number | null) =>
  known(price, (value) => (value < 1 ? `$${String(Number(value.toPrecision(4)))}` : formatUsd(value)));

interface GroupsProps {
  readonly caption: string;
  readonly column: string;
  readonly groups: ReturnType<typeof outcomeGroups>;
}

const Groups = ({ caption, column, groups }: GroupsProps) => (
  <Table
    caption={caption}
    columns={[
      { title: column, isNumber: false },
      { title: 'Drops', isNumber: true },
      { title: 'Median mean per wallet', isNumber: true },
      { title: 'Median change to day 90', isNumber: true },
    ]}
    rows={groups.map(({ name, drops, paidUsd, change90d }) => [
      name,
      formatInteger(drops),
      known(paidUsd, formatUsd),
      known(change90d, formatChange),
    ])}
  />
);

const Filters = ({ state, chains }: { readonly state: OutcomesState; readonly chains: readonly string[] }) => (
  <form class="filters" method="get" action="/outcomes" role="search" aria-label="Outcomes">
    <ChainField chain={state.chain} chains={chains} />
    <label>
      Method
      <select name="method">
        <option value="">All</option>
        {DISTRIBUTION_METHODS.map((method) => (
          <option key={method} value={method} selected={state.method === method}>
            {METHOD_NAMES[method]}
          </option>
        ))}
      </select>
    </label>
    <label>
      Month
      <input
        name="month"
        value={state.month ?? ''}
        pattern="[0-9]{4}-(0[1-9]|1[0-2])"
        title="Year and month, such as 2024-04"
      />
    </label>
    <input type="hidden" name="sort" value={state.sort} />
    <input type="hidden" name="order" value={state.order} />
    <button type="submit">Show</button>
  </form>
);

const SORT_NAMES: Readonly<Record<OutcomeSort, string>> = {
  opened: 'First day',
  paid: 'Mean per wallet',
  change_90d: 'Change to day 90',
  name: 'Name',
};

const SortLinks = ({ state }: { readonly state: OutcomesState }) => (
  <nav class="sorts" aria-label="Sort">
    Sort by
    <ul>
      {OUTCOME_SORTS.map((sort) => {
        const isCurrent = state.sort === sort;
        const order = isCurrent ? (state.order === 'asc' ? 'desc' : 'asc') : DEFAULT_OUTCOME_ORDER[sort];
        return (
          <li key={sort}>
            <a href={outcomesPath({ ...state, sort, order })} aria-current={isCurrent ? 'true' : undefined}>
              {SORT_NAMES[sort]}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
