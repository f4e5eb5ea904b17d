import { DISTRIBUTION_METHODS, type Drop, DROP_STATUSES, isSampleDropId, VALUE_BASES } from '@droptrack/contracts';
import { z } from 'zod';
import { known, phrases, rounded, signed, usd } from './figures';
import { foreignName, quoted } from './foreign-text';

/** Figures of a drop. Absent members are unknown. */
export const dropFacts = z.strictObject({
  id: z.string(),
  name: z.string(),
  chain: z.string(),
  status: z.enum(DROP_STATUSES),
  /** True for fictional sample data. */
  sample: z.literal(true).optional(),
  /** Absent while nothing is measured. */
  hype: z.int().optional(),
  /** Absent also without a measured score 7 days ago. */
  hype_delta_7d: z.int().optional(),
  /** Share of the score that rests on readings. */
  hype_confidence: z.number().optional(),
  ev_usd: z
    .strictObject({ p10: z.number(), p50: z.number(), p90: z.number(), basis: z.enum(VALUE_BASES).optional() })
    .optional(),
  cost_usd: z.number().optional(),
  reward: z.int().optional(),
  legit: z.int().optional(),
  difficulty: z.int().optional(),
  snapshot: z.iso.datetime().optional(),
  /** Way in which the tokens reach their owners. */
  method: z.enum(DISTRIBUTION_METHODS).optional(),
});
export type DropFacts = z.infer<typeof dropFacts>;

export function dropFactsOf(drop: Drop): DropFacts {
  const { id, name, chain, status, rating, ev_usd: ev, cost_usd: cost } = drop;
  const { p10, p50, p90, basis } = ev;
  const isValued = p10 !== null && p50 !== null && p90 !== null;
  return {
    id,
    name: foreignName(name),
    chain,
    status,
    ...(isSampleDropId(id) && { sample: true as const }),
    ...known({
      hype: drop.hype_score,
      hype_delta_7d: drop.hype_delta_7d,
      hype_confidence: drop.hype_confidence === null ? null : rounded(drop.hype_confidence),
      ev_usd: isValued ? { p10, p50, p90, ...known({ basis }) } : null,
      cost_usd: cost,
      reward: rating.reward,
      legit: rating.legit,
      difficulty: rating.difficulty,
      snapshot: drop.snapshot.date,
      method: drop.distribution.method,
    }),
  };
}

/** Figures of a drop on one line. */
export function dropLine(facts: DropFacts): string {
  const { id, name, chain, status, sample, ev_usd: ev, cost_usd: cost, snapshot } = facts;
  const ratings = (['reward', 'legit', 'difficulty'] as const).flatMap((rating) =>
    facts[rating] === undefined ? [] : [`${rating} ${facts[rating]}`],
  );
  return phrases(
    `${id} ${quoted(name)} on ${chain}, ${status}${sample === true ? ', fictional sample' : ''}`,
    hypeOf(facts),
    ev === undefined
      ? 'EV unknown'
      : `EV ${usd(ev.p50)}${ev.basis === undefined ? '' : ` ${ev.basis}`} (p10 ${usd(ev.p10)}, p90 ${usd(ev.p90)})`,
    cost === undefined ? 'cost unknown' : `cost ${usd(cost)}`,
    ratings.length > 0 && `${ratings.join(', ')} of 100`,
    snapshot !== undefined && `snapshot ${snapshot.slice(0, 10)}`,
    facts.method !== undefined && `distributed by ${facts.method.replaceAll('_', ' ')}`,
  );
}

function hypeOf({ hype, hype_delta_7d: delta, hype_confidence: confidence }: DropFacts): string {
  if (hype === undefined) return 'hype not measured';
  const change = delta === undefined ? 'no score 7 d ago' : `${signed(delta)} in 7 d`;
  return `hype ${hype}/100 (${change}${confidence === undefined ? '' : `, confidence ${confidence}`})`;
}
