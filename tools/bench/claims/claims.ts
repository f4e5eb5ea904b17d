import type { BenchContext } from '../context';
import type { Measurement } from '../report/measurement';
import { benchCurve } from './curve';
import { benchFollowing } from './following';
import { benchStates } from './states';

/** Claims from a node to the responses that state them. */
export async function benchClaims(context: BenchContext): Promise<Measurement[]> {
  return [...(await benchFollowing(context)), ...(await benchStates(context)), ...(await benchCurve(context))];
}
