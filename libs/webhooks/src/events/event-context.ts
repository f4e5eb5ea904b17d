import type { Revision } from '@droptrack/catalogue';
import type { EventDraft } from './event-draft';
import type { HypeThresholds } from './hype-thresholds';

/** State of the log, besides the revision, that its events depend on. */
export interface EventContext {
  /** Last revision up to this one that publishes its drop; null for a drop that was never published. */
  readonly drop: Revision | null;
  /** Active thresholds of the drop before the revision; null without a record. */
  readonly activeThresholds: readonly number[] | null;
  /** Default: 50, 70 and 85 with a hysteresis of 5 points. */
  readonly thresholds?: HypeThresholds;
}

/** Events of a revision. */
export interface DerivedEvents {
  readonly events: readonly EventDraft[];
  /** Active thresholds of the drop after the revision; absent if the revision does not affect them. */
  readonly activeThresholds?: readonly number[];
}
