/** Plans of an API key, the least first (spec §8). */
export const PLANS = ['free', 'pro', 'scale'] as const;
/** A plan of an API key. */
export type Plan = (typeof PLANS)[number];

/** What a plan may use beyond the reads that every plan has. */
export const FEATURES = ['as_of', 'eligibility', 'webhooks', 'events', 'bulk_snapshots', 'batch_eligibility'] as const;
/** Something that a plan may use. */
export type Feature = (typeof FEATURES)[number];

/** What a plan gives. */
export interface PlanTerms {
  /** Requests a minute; of `scale` the least, a key may have more. */
  requestsPerMinute: number;
  /** Whether data is shown late (by the service's delay, 60 s by default). */
  delayed: boolean;
  /** What it may use beyond the reads that every plan has. */
  features: readonly Feature[];
}

/** What each plan gives (spec §8). */
export const PLAN_TERMS: Record<Plan, PlanTerms> = {
  free: { requestsPerMinute: 60, delayed: true, features: [] },
  pro: { requestsPerMinute: 600, delayed: false, features: ['as_of', 'eligibility', 'webhooks', 'events'] },
  scale: {
    requestsPerMinute: 10_000,
    delayed: false,
    features: ['as_of', 'eligibility', 'webhooks', 'events', 'bulk_snapshots', 'batch_eligibility'],
  },
};

/** Answer of GET /v1/me: what the key that asks may do. */
export interface Me {
  /** Plan of the key. */
  plan: Plan;
  /** How the bucket of the key stands. */
  rate_limit: {
    /** Requests a window. @asType integer @minimum 1 */
    limit: number;
    /** Length of the window. @asType integer @minimum 1 */
    window_seconds: number;
    /** Whole requests left now. @asType integer @minimum 0 */
    remaining: number;
  };
  /** What the plan may use beyond the reads that every plan has. */
  features: Feature[];
  /** Which key it is, without the key. */
  key: {
    /** First 8 characters of the key. @minLength 8 @maxLength 8 */
    prefix: string;
    /** Last 4 characters of the key. @minLength 4 @maxLength 4 */
    last4: string;
    /** RFC 3339 UTC with milliseconds. @format date-time */
    created_at: string;
    /** Null for a key that does not expire. @format date-time */
    expires_at: string | null;
  };
  /** By how many seconds the plan sees the data late. @asType integer @minimum 0 */
  data_delay_seconds: number;
}
