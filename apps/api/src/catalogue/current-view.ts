import type { CatalogueView } from '@droptrack/catalogue';
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
export type Viewer = Pick<ApiKey, 'plan'>;
