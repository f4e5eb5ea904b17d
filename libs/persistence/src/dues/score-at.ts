import { deriveHype, type DropDefinition, type KnownSignals } from '@droptrack/catalogue';
import { DEFAULT_RULESET, type HypeScore, type Ruleset } from '@droptrack/scoring';
import type { Sql } from '../database/database';
import { readKnownSignals } from './known-signals';
import { readHistories } from './signal-history';

/** A drop that is scored, by what it is made from. */
export interface ScoredDrop {
  readonly id: string;
  readonly definition: DropDefinition;
}

/** A drop's score, and what it was made from. */
export interface ScoreAt<Drop extends ScoredDrop = ScoredDrop> {
  readonly drop: Drop;
  readonly score: HypeScore;
  readonly known: KnownSignals;
}

/**
 * Scores drops at one instant, from the readings observed up to it.
 *
 * Scored at first as if every jump had just begun; only the drops in which that holds a
 * signal back are scored again, with how long it has lasted.
 *
 * @param atMs - milliseconds since the epoch.
 * @param ruleset - what they are scored by.
 * @returns one for each drop, in their order.
 */
export async function scoreAt<Drop extends ScoredDrop>(
  sql: Sql,
  drops: readonly Drop[],
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): Promise<ScoreAt<Drop>[]> {
  const known = await readKnownSignals(sql, idsOf(drops), atMs, ruleset);
  const scores = drops.map((drop) => scored(drop, known.get(drop.id) ?? {}, atMs, ruleset));
  const jumped = scores.filter(({ score }) => score.signals.some(({ status }) => status === 'suspect'));
  if (jumped.length === 0) return scores;
  const histories = await readHistories(sql, idsOf(jumped.map(({ drop }) => drop)), atMs, atMs);
  return scores.map((each) => {
    const history = histories.get(each.drop.id);
    return history === undefined ? each : scored(each.drop, history.at(atMs, ruleset), atMs, ruleset);
  });
}

const idsOf = (drops: readonly ScoredDrop[]) => drops.map(({ id }) => id);

function scored<Drop extends ScoredDrop>(
  drop: Drop,
  known: KnownSignals,
  atMs: number,
  ruleset: Ruleset,
): ScoreAt<Drop> {
  return { drop, score: deriveHype(drop.definition, known, atMs, ruleset), known };
}
