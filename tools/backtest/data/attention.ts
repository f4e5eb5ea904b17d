import type { Panel, Project } from '../panel';
import { type Day, type Days, dayOf } from './days';
import { groupBy, numberOf, readTable, type Row, textOf } from './table';

/** Won for a US dollar, a fixed rate. */
const KRW_PER_USD = 1_400;
/** `dev_committers` counts people over this many days. */
const COMMITTERS_DAYS = 14;
/** Committers are read from this many days before the other data, the longest look-back of a ruleset. */
const COMMITTERS_BEFORE_DAYS = 56;

/**
 * The projects with mentions, by ticker. Mentions are read as `reddit_authors`, authors of commits as `dev_committers`, volume times
 * close in US dollars as `tvl_usd`. A project without a repository in the data has no `dev_committers`: its column of
 * commits is 0 for lack of a repository, not of commits.
 *
 * @throws {NoDataError}
 */
export function readAttention(folder: string): Panel {
  const rows = readTable(folder, 'signals_daily.csv.gz');
  const commits = groupBy(readTable(folder, 'git_daily.csv.gz'), (row) => textOf(row, 'slug'));
  const days = rows.map((row) => dayOf(textOf(row, 'date_utc')));
  const firstDay = days.reduce((least, day) => Math.min(least, day), Infinity);
  const lastDay = days.reduce((most, day) => Math.max(most, day), -Infinity);
  const projects = [...groupBy(rows, (row) => textOf(row, 'symbol'))].map(([id, ofProject]): Project => {
    const mentions = daysOf(ofProject, (row) => numberOf(row, 'mentions'));
    const traded = daysOf(ofProject, tradedUsd);
    const ofRepository = ofProject[0] && commits.get(textOf(ofProject[0], 'slug'));
    return {
      id,
      signals: {
        reddit_authors: mentions,
        ...(traded.size === 0 ? {} : { tvl_usd: traded }),
        ...(ofRepository === undefined
          ? {}
          : { dev_committers: committers(ofRepository, firstDay - COMMITTERS_BEFORE_DAYS, lastDay) }),
      },
      target: mentions,
    };
  });
  return { projects, firstDay, lastDay };
}

function daysOf(rows: readonly Row[], figure: (row: Row) => number | null): Days {
  const days = new Map<Day, number>();
  for (const row of rows) {
    const value = figure(row);
    if (value !== null) days.set(dayOf(textOf(row, 'date_utc')), value);
  }
  return days;
}

function tradedUsd(row: Row): number | null {
  const closeKrw = numberOf(row, 'close_krw');
  const volume = numberOf(row, 'volume_token');
  return closeKrw === null || volume === null ? null : (closeKrw * volume) / KRW_PER_USD;
}

/**
 * Committers of the last 14 days. The data counts them by day without names, so that days cannot be added: the largest day
 * is a lower bound.
 */
function committers(rows: readonly Row[], firstDay: Day, lastDay: Day): Days {
  const people = daysOf(rows, peopleOf);
  const days = new Map<Day, number>();
  for (let day = firstDay; day <= lastDay; day += 1) {
    const window = Array.from({ length: COMMITTERS_DAYS }, (_, back) => people.get(day - back) ?? 0);
    days.set(day, Math.max(...window));
  }
  return days;
}

/** Authors of a day without bots, of which there is at least one where bots have commits. */
function peopleOf(row: Row): number {
  const botCommits = numberOf(row, 'bot_commits') ?? 0;
  if (botCommits === numberOf(row, 'commits')) return 0;
  const authors = numberOf(row, 'distinct_authors') ?? 0;
  return botCommits === 0 ? authors : Math.max(1, authors - 1);
}
