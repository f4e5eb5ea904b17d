import { type HypeRules, hypeRulesOf, type MomentumRule, type SignalRule } from '@droptrack/scoring';

/**
 * Rules by which a published point is verified and explained. The package has no other members of the rules, such as those of
 * readings: its build leaves them out (libs/sdk/build/without-members.ts).
 */
export interface PublicHypeRules extends Pick<HypeRules, 'freshnessMin' | 'prior'> {
  readonly signals: readonly PublicSignalRule[];
  readonly averaging: object | null;
  readonly momentum: Pick<MomentumRule, 'share' | 'published'>;
}

/** Rule of one signal. `aging` is null for a signal that does not age. */
export interface PublicSignalRule extends Omit<SignalRule, 'source' | 'aging'> {
  readonly aging: object | null;
}

/** Rules of a version of the ruleset; null for an unknown version. */
export const publicRulesOf: (version: string) => PublicHypeRules | null = hypeRulesOf;
