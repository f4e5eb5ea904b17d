import type { PictureOptions, TimelineEvent } from './picture';
import { svg } from './svg';

/** Events of one drop, and the instant that counts as now. */
export interface Timeline {
  readonly events: readonly TimelineEvent[];
  readonly nowMs: number;
}

/** Events as points and spans before and after now. */
export function statusTimeline(_timeline: Timeline, options: PictureOptions): string {
  return svg('timeline', options, '');
}
