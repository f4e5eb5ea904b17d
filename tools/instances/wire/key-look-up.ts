import type { Problem } from '@droptrack/contracts';
import type { Answer } from './answer';

/** Until one is judged, whatever came between. */
export const LOADS_MAX = 5;

const NOT_LOOKED_UP = 'Keys cannot be looked up at the moment';

/**
 * Whether the API did not get to know the key: it gives the database two seconds, and a machine may stand still for as
 * long. That says nothing of limits, restarts and floods, unless it is so each time.
 */
export function isKeyNotLookedUp(answer: Answer): boolean {
  return answer.status === 503 && answer.json<Problem>().detail === NOT_LOOKED_UP;
}
