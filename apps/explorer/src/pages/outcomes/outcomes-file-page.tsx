import type { DropOutcome } from '@droptrack/contracts';
import type { Page } from '../page';
import { loadOutcomes } from './outcomes-page';
import { parseOutcomesState } from './outcomes-state';

/** Outcomes change with the catalogue, some times a day at most. */
const MAX_AGE_SECONDS = 900;

type Cell = string | number | null;

const COLUMNS: readonly (readonly [name: string, valueOf: (outcome: DropOutcome) => Cell])[] = [
  ['drop', ({ drop }) => drop],
  ['drop_name', (outcome) => outcome.drop_name],
  ['chain', ({ chain }) => chain],
  ['symbol', ({ symbol }) => symbol],
  ['method', ({ method }) => method],
  ['opened_at', (outcome) => outcome.opened_at],
  ['tokens', ({ tokens }) => tokens],
  ['wallets', ({ wallets }) => wallets],
  ['opening_usd', ({ price_usd: price }) => price.opening],
  ['day_1_usd', ({ price_usd: price }) => price.day_1],
  ['day_7_usd', ({ price_usd: price }) => price.day_7],
  ['day_30_usd', ({ price_usd: price }) => price.day_30],
  ['day_90_usd', ({ price_usd: price }) => price.day_90],
  ['high_usd', ({ price_usd: price }) => price.high],
  ['change_90d', (outcome) => outcome.change_90d],
  ['paid_usd', (outcome) => outcome.paid_usd],
  ['claimed_share', (outcome) => outcome.claimed_share],
  ['claimed_value_usd', (outcome) => outcome.claimed_value_usd],
  ['claimed_priced_share', (outcome) => outcome.claimed_priced_share],
  ['price_at_claim_usd', (outcome) => outcome.price_at_claim_usd],
  ['forecast_usd_p50', ({ forecast_usd: forecast }) => forecast?.p50 ?? null],
  ['forecast_usd_p10', ({ forecast_usd: forecast }) => forecast?.p10 ?? null],
  ['forecast_usd_p90', ({ forecast_usd: forecast }) => forecast?.p90 ?? null],
  ['sources', ({ sources }) => [...new Set(sources.flatMap(({ source }) => source?.url ?? []))].join(' ')],
];

/** The outcomes as CSV (RFC 4180), with the filters of the address. Unknown values are empty. */
export const outcomesFilePage: Page = async ({ query }, session) => {
  const { state, notes } = parseOutcomesState(query);
  // A page can explain why a filter was ignored; a file cannot.
  if (notes.length > 0)
    return { status: 400, title: 'Not accepted', content: notes.map((note) => <p key={note}>{note}</p>) };
  const outcomes = await loadOutcomes(session, state);
  const lines = [
    COLUMNS.map(([name]) => name),
    ...outcomes.map((each) => COLUMNS.map(([, valueOf]) => cell(valueOf(each)))),
  ];
  const text = lines.map((line) => `${line.join()}\r\n`).join('');
  const file = {
    type: 'text/csv; charset=utf-8',
    name: 'droptrack-outcomes.csv',
    text,
    maxAgeSeconds: MAX_AGE_SECONDS,
  };
  return { title: 'What drops paid', content: null, file };
};

/** Text that a spreadsheet would interpret as a formula gets an apostrophe. */
function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
