import type { AccessVersions } from './head';

export interface AccessWatchOptions {
  /**
   * Called when API keys were issued, changed or revoked since the last call, and at the first comparison.
   *
   * @param keysVersion - number of changes so far.
   */
  readonly onKeysChanged: (keysVersion: number) => void;
  /** Called when calendar feeds were changed, rotated or deleted since the last call, and at the first comparison. */
  readonly onFeedsChanged?: () => void;
}

/** Reports changes of keys and feeds by their counters instead of by notifications, which may be lost. */
export class AccessWatch {
  #versions: AccessVersions | null = null;

  constructor(private readonly options: AccessWatchOptions) {}

  compare({ keysVersion, feedsVersion }: AccessVersions): void {
    if (this.#versions?.keysVersion !== keysVersion) this.options.onKeysChanged(keysVersion);
    if (this.#versions?.feedsVersion !== feedsVersion) this.options.onFeedsChanged?.();
    this.#versions = { keysVersion, feedsVersion };
  }
}
