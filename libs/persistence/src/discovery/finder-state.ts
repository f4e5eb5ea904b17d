import { REPORT_AGE_MS_MAX } from '../polls/source-state';
import type { FinderHealth } from './finder';

/**
 * State of a finder: not run (`off`), run by no worker for a while (`unseen`), failed last time (`failing`), with a host that
 * gets no requests (`held_back`), or none of these (`ok`).
 */
export type FinderState = 'off' | 'unseen' | 'failing' | 'held_back' | 'ok';

/** Derives the state of a finder from its health at an instant. */
export function finderStateOf({ offReason, failures, seenAtMs, heldBack }: FinderHealth, atMs: number): FinderState {
  if (offReason !== null) return 'off';
  if (atMs - seenAtMs > REPORT_AGE_MS_MAX) return 'unseen';
  if (failures > 0) return 'failing';
  return heldBack.length > 0 ? 'held_back' : 'ok';
}
