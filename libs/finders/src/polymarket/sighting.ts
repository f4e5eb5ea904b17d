import { probabilityOf } from '@droptrack/connectors';
import {
  type ByDate,
  type Market,
  type MarketRung,
  NO_FACTS,
  type Sighting,
  survivalLadder,
} from '@droptrack/discovery';
import { endOfDate, parseDate } from './dates';
import { type EventMarket, type ListedEvent, marketsOf } from './events';
import { isSameName, parseTitle, type Title } from './titles';
import { parseUsd } from './usd';

/** An event with more markets is no ladder. */
const RUNGS_MAX = 100;
const SLUG = /^[a-z0-9][a-z0-9_-]{0,199}$/;

/**
 * Sighting of an event about the launch of a token; null for any other event, and for one that cannot be linked to.
 *
 * @throws {SourceError} `wrong_shape` for a market of such an event.
 */
export function sightingOf(event: ListedEvent): Sighting | null {
  const { slug, title, closed, volume } = event;
  const parsed = typeof title === 'string' ? parseTitle(title) : null;
  if (parsed === null || closed === true || typeof slug !== 'string' || !SLUG.test(slug)) return null;
  const dates = parsed.kind === 'fdv' ? null : datesOf(event, parsed);
  const fdvUsd = parsed.kind === 'fdv' ? ladderOf(event, parsed) : [];
  const market: Market = {
    fdvUsd,
    ...(parsed.kind === 'fdv' ? { fdvBy: isoOf(instant(event.endDate)) } : {}),
    airdrop: parsed.kind === 'airdrop' ? latest(dates) : null,
    launch: parsed.kind === 'launch' ? latest(dates) : null,
    ...(parsed.kind === 'launch' ? { launchDates: dates ?? [] } : {}),
    volumeUsd: volume ?? null,
  };
  return {
    externalId: slug,
    kind: 'market',
    name: parsed.name,
    url: `https://polymarket.com/event/${slug}`,
    identity: { token: null, contract: null, defillama: null, market: slug },
    facts: {
      ...NO_FACTS,
      launchBy: dates === null ? deadlineOf(event, fdvUsd) : (dates.find(isLikely)?.by ?? null),
      probability: market.airdrop?.probability ?? null,
    },
    campaign: null,
    market,
  };
}

/** More likely than not. */
const LIKELY = 0.5;
const isLikely = ({ probability }: { readonly probability: number }): boolean => probability >= LIKELY;

const latest = (dates: readonly ByDate[] | null): ByDate | null => dates?.at(-1) ?? null;

/** Rungs of the FDV, bounds ascending; empty if the prices contradict each other. */
function ladderOf(event: ListedEvent, { name }: Title): readonly MarketRung[] {
  const rungs = marketsOf(event).flatMap((market) => {
    const question = questionOf(market);
    if (question?.kind !== 'fdv' || !isSameName(question.name, name)) return [];
    const above = agreed(question.aboveUsd, market.groupItemTitle, parseUsd);
    const probability = yesPrice(market);
    return above === null || probability === null ? [] : [{ above, probability }];
  });
  return rungs.length > RUNGS_MAX ? [] : (survivalLadder(rungs) ?? []);
}

/** Probabilities by ascending dates; empty if the prices contradict each other. */
function datesOf(event: ListedEvent, { kind, name }: Title): readonly ByDate[] {
  const rungs = marketsOf(event).flatMap((market) => {
    const question = questionOf(market);
    if (question === null || question.kind === 'fdv' || question.kind !== kind || !isSameName(question.name, name)) {
      return [];
    }
    const endMs = instant(market.endDate ?? event.endDate);
    const toMs = (text: string) => {
      const date = parseDate(text);
      return date === null ? null : endOfDate(date, endMs);
    };
    const above = agreed(question.by === null ? null : endOfDate(question.by, endMs), market.groupItemTitle, toMs);
    const probability = yesPrice(market);
    // The time of the launch is a value, too: the probability that it is above a date is that of "No".
    return above === null || probability === null ? [] : [{ above, probability: 1 - probability }];
  });
  return (survivalLadder(rungs) ?? []).map(({ above, probability }) => ({
    probability: rounded(1 - probability),
    by: new Date(above).toISOString(),
  }));
}

/** End of the event, by which the token is launched more likely than not; null if it is not. */
function deadlineOf({ endDate }: ListedEvent, [lowest]: readonly MarketRung[]): string | null {
  return isoOf(lowest !== undefined && isLikely(lowest) ? instant(endDate) : null);
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const questionOf = ({ question }: EventMarket): Title | null => (question ? parseTitle(question) : null);

/** Price of "Yes"; null for a market without one, or with too little volume for a price that counts. */
const yesPrice = (market: EventMarket): number | null =>
  market.outcomes.includes('Yes') ? probabilityOf('Yes', market) : null;

/**
 * Value of a rung by its question and by its label.
 *
 * @returns null if the question has none, or the label has another one.
 */
function agreed(
  value: number | null,
  label: string | null | undefined,
  parse: (text: string) => number | null,
): number | null {
  const other = label ? parse(label.trim()) : null;
  return value === null || (other !== null && other !== value) ? null : value;
}

/** Milliseconds since the epoch; null for a text that is no date of this century. */
function instant(text: string | null | undefined): number | null {
  const ms = typeof text === 'string' && text.length <= 40 ? Date.parse(text) : NaN;
  return ms >= Date.UTC(2_020, 0) && ms < Date.UTC(2_100, 0) ? ms : null;
}

/** Without the error of 1 - (1 - p). */
const rounded = (probability: number): number => Math.round(probability * 1e9) / 1e9;
