import { rateReward, type Ruleset } from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import { publishedChecker } from '../domains/official-domains';
import type { DropBody } from '../revision';
import { deriveCost, deriveDifficulty, deriveExpectedValue, deriveLegit, type PublishedList } from './figures';
import { valueBasis } from './value-basis';
import type { DropStatus } from '@droptrack/contracts';
import { certainEventsBegun } from './calendar-event';
import type { PublishedHype } from './hype';
import { deriveRowFacts } from './row-facts';

/** Inputs of the published state of a drop besides its definition. */
export interface DerivedFrom {
  /** Instant of the state, milliseconds since the epoch. */
  readonly atMs: number;
  readonly hype: PublishedHype;
  /** Active allocation list; null without one. */
  readonly published: PublishedList | null;
  /** Ruleset of the figures. Default: the default ruleset. */
  readonly ruleset?: Ruleset;
}

/**
 * Derives the published state of a drop at an instant. Deterministic: the same inputs result in the same body, with its
 * members in the order of the contract.
 *
 * @throws {InvalidInputError} when a fact of the definition is outside its range.
 */
export function deriveDrop(definition: DropDefinition, { atMs, hype, published, ruleset }: DerivedFrom): DropBody {
  const expected = deriveExpectedValue(definition, published, ruleset);
  const cost = deriveCost(definition, ruleset);
  const facts = deriveRowFacts(definition, published, atMs);
  return {
    id: definition.id,
    name: definition.name,
    chain: definition.chain.value,
    chain_id: facts.chain_id,
    symbol: facts.symbol,
    token: facts.token,
    status: dropStatusAt(definition, atMs),
    hype_score: hype.score,
    hype_delta_7d: hype.delta7d,
    hype_confidence: hype.confidence,
    rating: {
      reward: rateReward({ evP50Usd: expected.p50, costUsd: cost.usd }, ruleset).score,
      legit: deriveLegit(definition, atMs, ruleset).score,
      difficulty: deriveDifficulty(definition, ruleset).score,
    },
    ev_usd: { p50: expected.p50, p10: expected.p10, p90: expected.p90, basis: valueBasis(definition, expected) },
    snapshot: {
      block: definition.snapshot.block?.value ?? null,
      date: definition.snapshot.date?.value ?? null,
    },
    launch_at: facts.launch_at,
    claim: facts.claim,
    tokens: facts.tokens,
    wallets: facts.wallets,
    cost_usd: cost.usd,
    ...distributionOf(definition),
  };
}

/** Way of distribution; nothing while both members are unknown. */
function distributionOf(definition: DropDefinition): Pick<DropBody, 'distribution'> {
  const { method } = definition.distribution;
  const checker = publishedChecker(definition);
  if (method === undefined && checker === undefined) return {};
  return { distribution: { method: method?.value ?? null, checker: checker?.value ?? null } };
}

/**
 * Status of a drop at an instant.
 *
 * A pinned status overrides the calendar. Otherwise confirmed events with a precision of a day or finer change the status
 * at their start: a phase or claim to `live`, the token generation event to `tge`, which is final. For one definition the
 * status never goes backwards in time.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function dropStatusAt({ status, events }: DropDefinition, atMs: number): DropStatus {
  if (status !== null) return status.value;
  const begun = certainEventsBegun(events, atMs);
  if (begun.some(({ type }) => type === 'tge')) return 'tge';
  return begun.some(({ type }) => type === 'phase' || type === 'claim') ? 'live' : 'upcoming';
}
