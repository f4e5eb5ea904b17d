import { DEFAULT_RULESET, type Ruleset, type SignalId } from '@droptrack/scoring';
import { chainFamily } from '../chain-family';
import type { DropDefinition } from '../definition';

/**
 * Returns the signals that do not apply to a drop: those of sources that its definition excludes
 * (`sources: { github: false }`), and those of EVM chains for a drop on another chain.
 *
 * A source that is absent from the definition is not excluded, because it may not have been researched yet. Excluding all
 * unknown sources would make the calendar the whole score.
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
