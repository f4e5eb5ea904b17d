import {
  deriveCost,
  deriveDifficulty,
  deriveLegit,
  type DropDefinition,
  factSource,
  findingOf,
  type LegitCapDefinition,
} from '@droptrack/catalogue';
import type {
  ExplainedDifficulty,
  ExplainedDifficultyInputId,
  ExplainedLegit,
  ExplainedLegitCap,
  ExplainedReward,
} from '@droptrack/contracts';
import { type DifficultyPart, rateReward, type Ruleset } from '@droptrack/scoring';

/** Derivation of the reward rating from the published expected value. */
export function presentReward(definition: DropDefinition, evP50Usd: number | null, ruleset: Ruleset): ExplainedReward {
  const { usd } = deriveCost(definition, ruleset);
  const { score, netUsd } = rateReward({ evP50Usd, costUsd: usd }, ruleset);
  return { score, ev_p50_usd: evP50Usd, cost_usd: usd, net_usd: netUsd };
}

/** Derivation of the legitimacy rating. @param atMs - instant at which the age of evidence is determined. */
export function presentLegit(definition: DropDefinition, atMs: number, ruleset: Ruleset): ExplainedLegit {
  const { score, total, cap, knownShare, parts } = deriveLegit(definition, atMs, ruleset);
  const rules = ruleset.ratings.legit;
  return {
    score,
    known_share: knownShare,
    total,
    cap,
    components: parts.map(({ id, known, stale, points }) => {
      const evidence = definition.legit[id] ?? null;
      return {
        id,
        points: rules.points[id],
        known,
        score: evidence?.score ?? null,
        stale,
        contribution: total === null ? null : points,
        url: evidence?.url ?? null,
        checked_at: evidence === null || evidence.checkedAt === null ? null : startOfDay(evidence.checkedAt),
        note: evidence?.note ?? null,
      };
    }),
    caps: definition.caps.flatMap((declared) => presentCap(declared, rules.caps[findingOf(declared)])),
  };
}

/** @param atMost - undefined for a finding that is newer than the ruleset, which does not apply it. */
function presentCap(declared: LegitCapDefinition, atMost: number | undefined): ExplainedLegitCap[] {
  if (atMost === undefined) return [];
  const fact = typeof declared === 'string' ? null : declared;
  return [
    {
      id: findingOf(declared),
      at_most: atMost,
      url: fact?.url ?? null,
      at: fact === null ? null : startOfDay(fact.at),
      note: fact?.note ?? null,
    },
  ];
}

const startOfDay = (day: string): string => new Date(day).toISOString();

const WIRE_IDS = {
  minutes: 'minutes',
  capitalUsd: 'capital_usd',
  tasks: 'tasks',
  identity: 'identity',
  recurring: 'recurring',
  technical: 'technical',
} as const satisfies Record<DifficultyPart, ExplainedDifficultyInputId>;

/** Derivation of the difficulty rating with all inputs, known or unknown. */
export function presentDifficulty(definition: DropDefinition, ruleset: Ruleset): ExplainedDifficulty {
  const { score, knownShare, parts } = deriveDifficulty(definition, ruleset);
  const { shares } = ruleset.ratings.difficulty;
  const facts = { ...definition.effort, capitalUsd: definition.cost.capitalUsd };
  return {
    score,
    known_share: knownShare,
    inputs: parts.map(({ id, known, points }) => {
      const fact = facts[id];
      return {
        id: WIRE_IDS[id],
        share: shares[id],
        known,
        value: fact?.value ?? null,
        contribution: score === null ? null : points,
        source: fact === null || fact.source === null ? null : factSource(fact.source),
      };
    }),
  };
}
