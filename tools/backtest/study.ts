import { RULESETS } from '@droptrack/scoring';
import { type Choice, chooseShare } from './choose';
import { compare, type Comparison } from './compare';
import { readAttention } from './data/attention';
import type { Day } from './data/days';
import { readTransfers } from './data/transfers';
import type { Panel } from './panel';
import { BASELINES, scoreOf } from './predictors';
import { variantsOf } from './variants';

/** One set of projects with its results. */
export interface Part {
  readonly title: string;
  /** Name of the predicted figure. */
  readonly target: string;
  /** Scores of every ruleset, and the two baselines. */
  readonly comparison: Comparison;
  /** Days on which no constant was chosen. */
  readonly unseen: readonly Day[];
  /** 2026.1 with one change each, on the same days. */
  readonly variants: { readonly ids: readonly string[]; readonly comparison: Comparison };
}

export interface Study {
  readonly parts: readonly Part[];
  /** From the first half of the days of all projects. */
  readonly choice: Choice;
}

/**
 * The figures of the page.
 *
 * @param folder - with the tables of signals.
 * @throws {NoDataError}
 */
export function runStudy(folder: string): Study {
  const attention = readAttention(folder);
  const valued = { ...attention, projects: attention.projects.filter(({ signals }) => signals.tvl_usd !== undefined) };
  const transfers = readTransfers(folder);
  const choice = chooseShare(attention);
  const heldOut = ({ days }: Comparison) => days.filter((day) => choice.split.heldOut.includes(day));
  const parts = [
    partOf('All projects', 'mentions', attention, heldOut),
    partOf('Projects with price and volume', 'mentions', valued, heldOut),
    partOf('Solana tokens', 'senders', transfers, ({ days }) => days),
  ];
  return { parts, choice };
}

function partOf(title: string, target: string, panel: Panel, unseen: (all: Comparison) => readonly Day[]): Part {
  const variants = variantsOf(panel);
  const comparison = compare(panel, [...RULESETS.map((ruleset) => scoreOf(ruleset)), ...BASELINES]);
  return {
    title,
    target,
    comparison,
    unseen: unseen(comparison),
    variants: { ids: variants.map(({ id }) => id), comparison: compare(panel, [...BASELINES, ...variants]) },
  };
}
