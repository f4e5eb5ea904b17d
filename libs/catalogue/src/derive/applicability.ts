import { DEFAULT_RULESET, type Ruleset, type SignalId } from '@droptrack/scoring';
import { chainFamily } from '../chain-family';
import type { DropDefinition } from '../definition';

/**
 * The signals that a drop cannot have: those of a source that its definition rules
 * out (`sources: { github: false }`), and what is counted on EVM chains for a drop
 * that is on none.
 *
 * A source that is not named is not ruled out: nobody may have looked it up yet, and
 * taking out all that is unknown would leave the calendar as the whole score.
 */
export function signalsNotApplicable(
  { sources, chain }: DropDefinition,
  { hype }: Ruleset = DEFAULT_RULESET,
): ReadonlySet<SignalId> {
  const family = chainFamily(chain.value);
  const hasNoEvm = family !== null && family !== 'evm' && sources['evm'] === undefined;
  const ruledOut = hype.signals.filter(({ source }) => sources[source] === false || (source === 'evm' && hasNoEvm));
  return new Set(ruledOut.map(({ id }) => id));
}
