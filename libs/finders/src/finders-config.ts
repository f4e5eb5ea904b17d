import type { FinderId } from '@droptrack/discovery';

/** URLs and settings of the finders. URLs have no trailing slash. */
export interface FindersConfig {
  /** Finders that the operator switched off. */
  readonly off: ReadonlySet<FinderId>;
  readonly evmCampaigns: {
    /** JSON-RPC URLs by the names that catalogue files use as `rpc`; the finder is off without any. */
    readonly rpcUrls: ReadonlyMap<string, string>;
    /** File with further factories of the operator; null without one. */
    readonly factoriesFile: string | null;
    /** Age of the oldest campaigns that the first run reads, in days. */
    readonly lookbackDays: number;
  };
  readonly polymarket: { readonly url: string };
  /** `airdropsUrl` serves the airdrops configuration. */
  readonly defillama: { readonly url: string; readonly airdropsUrl: string };
  readonly merkl: { readonly url: string };
  readonly snapshot: { readonly url: string; readonly apiKey: string | null };
  /** Base URLs of forums; the finder is off without any. */
  readonly discourse: { readonly urls: readonly string[] };
  /** Off without a URL, because the index states no licence. */
  readonly rotkiIndex: { readonly url: string | null };
}
