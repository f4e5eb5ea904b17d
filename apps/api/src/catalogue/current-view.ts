import type { CatalogueView } from '@droptrack/catalogue';
import type { ApiKey } from '@droptrack/persistence';

/** What is shown to somebody now, and up to which instant that is all there is. */
export interface CurrentView {
  readonly view: CatalogueView;
  /** Milliseconds since the epoch; never before the newest row of the view. */
  readonly asOfMs: number;
  /** Whether it is the view of plans that see the data late. */
  readonly isLate: boolean;
}

/** Who is shown something: their plan decides how late. */
export type Viewer = Pick<ApiKey, 'plan'>;
