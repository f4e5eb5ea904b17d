import type { CatalogueView } from '@droptrack/catalogue';
import { PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';

/** View that is published to a plan, and the instant up to which it is complete. */
export interface CurrentView {
  readonly view: CatalogueView;
  /** Milliseconds since the epoch; never before the newest row of the view. */
  readonly asOfMs: number;
  /** True for the delayed view. */
  readonly isDelayed: boolean;
}

/** Caller of a request, whose plan decides which view it receives. */
export interface Viewer extends Pick<ApiKey, 'plan'> {
  /** True for a request that selects the delayed view, whatever its plan; false by default. */
  readonly isDelayed?: boolean;
}

/** True for a caller that receives the delayed view. */
export const readsDelayed = ({ plan, isDelayed = false }: Viewer): boolean => isDelayed || PLAN_TERMS[plan].delayed;
