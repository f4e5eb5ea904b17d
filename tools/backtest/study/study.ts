import type { Comparison, Measure } from '../compare';
import { type ProjectSet, readSets } from '../data/sets';
import { mentionsOfWords, type WordMentions } from '../data/words';
import { type Ablation, ablate } from './ablation';
import { type Choice, splitOf, tryHalfLives, tryShares } from './choose';
import { compareHeldOut, type HeldOut } from './held-out';
import { compareLeftOut, type LeftOut } from './left-out';
import { CHANGES, compareWhole, LEVELS } from './whole';

/** A set with all its correlations. */
export interface Whole {
  readonly set: ProjectSet;
  readonly comparison: Comparison;
}

/** The figures of the page. */
export interface Study {
  /** All projects, those with price and volume, and the Solana tokens. */
  readonly main: readonly [Whole, Whole, Whole];
  /** The first two without tickers that are words; correlations with the next week only. */
  readonly plain: readonly Whole[];
  /** Projects with price and volume, with their traded value as the target; correlations with its change only. */
  readonly traded: Whole;
  readonly leftOut: readonly LeftOut[];
  readonly shares: Choice;
  readonly halfLives: Choice;
  readonly heldOut: readonly HeldOut[];
  readonly ablations: readonly Ablation[];
  readonly words: readonly WordMentions[];
}

/**
 * Computes the figures of the page.
 *
 * @param folder - with the tables of signals.
 * @throws {NoDataError}
 */
export function runStudy(folder: string): Study {
  const sets = readSets(folder);
  const all = wholeOf(sets.all, [...LEVELS, ...CHANGES]);
  const valued = wholeOf(sets.valued, [...LEVELS, ...CHANGES]);
  const solana = wholeOf(sets.solana, [...LEVELS, ...CHANGES]);
  const split = splitOf(all.comparison.days);
  return {
    main: [all, valued, solana],
    plain: [wholeOf(sets.plain, LEVELS), wholeOf(sets.plainValued, LEVELS)],
    traded: wholeOf(sets.traded, CHANGES),
    leftOut: compareLeftOut(sets),
    shares: tryShares(sets, split),
    halfLives: tryHalfLives(sets, split),
    // Nothing was chosen on the Solana tokens: all their days count.
    heldOut: [...compareHeldOut(sets, split), solana],
    ablations: [sets.all, sets.valued, sets.solana].map(ablate),
    words: mentionsOfWords(sets.all.panel),
  };
}

const wholeOf = (set: ProjectSet, measures: readonly Measure[]): Whole => ({
  set,
  comparison: compareWhole(set, measures),
});
