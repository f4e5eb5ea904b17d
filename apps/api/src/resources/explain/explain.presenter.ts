import { type DefinitionBody, deriveDrop, factSource, type ListEntry, walletFamilies } from '@droptrack/catalogue';
import type { Drop, DropExplanation } from '@droptrack/contracts';
import { DEFAULT_RULESET, InvalidInputError, type Ruleset } from '@droptrack/scoring';
import { presentCost } from './cost.presenter';
import { presentExpectedValue } from './expected-value.presenter';
import { presentFacts, presentLinks } from './facts.presenter';
import { presentDifficulty, presentLegit, presentReward } from './ratings.presenter';

/** The set of files whose drops are made up. */
const SAMPLE_ORIGIN = 'sample';

/** What figures that are shown can have been derived with, beside the drop's definition. */
export interface FiguresBasis {
  /** The instant that was derived for, milliseconds since the epoch. */
  readonly atMs: number;
  /** The list that was in force then; null without one. */
  readonly list: ListEntry | null;
  /** The default ruleset when not given. */
  readonly ruleset?: Ruleset;
}

/** How the figures of a drop that is shown came about, in the contract's order; `as_of` is added by whoever sends it. */
export function presentExplanation(
  drop: Pick<Drop, 'status'>,
  { origin, definition }: DefinitionBody,
  { atMs, list, ruleset = DEFAULT_RULESET }: FiguresBasis,
): Omit<DropExplanation, 'as_of'> {
  const expected = presentExpectedValue(definition, list, ruleset);
  const pinnedBy = definition.status?.source ?? null;
  return {
    drop: definition.id,
    name: definition.name,
    sample: origin === SAMPLE_ORIGIN,
    origin,
    ruleset: ruleset.version,
    status: {
      value: drop.status,
      pinned: definition.status !== null,
      source: pinnedBy === null ? null : factSource(pinnedBy),
    },
    wallets: [...walletFamilies(definition)],
    ev_usd: expected,
    rating: {
      reward: presentReward(definition, expected.p50, ruleset),
      legit: presentLegit(definition, atMs, ruleset),
      difficulty: presentDifficulty(definition, ruleset),
    },
    cost_usd: presentCost(definition, ruleset),
    facts: presentFacts(definition),
    links: presentLinks(definition),
    notes: definition.notes,
  };
}

/**
 * Which of several bases gives the figures that a drop shows.
 *
 * A list comes into force, and evidence gets old, a moment before the drop is derived
 * anew: until then the explanation is that of the figures shown, not of those to come.
 *
 * @param candidates - the likeliest first; it is taken when none gives the figures.
 */
export function basisShown(
  drop: Drop,
  { definition }: DefinitionBody,
  candidates: readonly [FiguresBasis, ...FiguresBasis[]],
): FiguresBasis {
  const shown = figuresOf(drop);
  const hype = { score: drop.hype_score, delta7d: drop.hype_delta_7d };
  const gives = ({ atMs, list, ruleset }: FiguresBasis): boolean => {
    try {
      return figuresOf(deriveDrop(definition, { atMs, hype, published: list, ...(ruleset && { ruleset }) })) === shown;
    } catch (error) {
      // With such a list no figure can be worked out, so the drop goes on showing those without it.
      if (error instanceof InvalidInputError) return false;
      throw error;
    }
  };
  return candidates.find(gives) ?? candidates[0];
}

/** The figures of a drop as one comparable text. */
const figuresOf = ({ rating, ev_usd: ev, cost_usd: cost }: Pick<Drop, 'rating' | 'ev_usd' | 'cost_usd'>): string =>
  JSON.stringify([rating.reward, rating.legit, rating.difficulty, ev.p50, ev.p10, ev.p90, cost]);
