/** All plans of an API key, lowest first. */
export const PLANS = ['free', 'pro', 'scale'] as const;
/** Plan of an API key. */
export type Plan = (typeof PLANS)[number];

/** All features that only some plans include. */
export const FEATURES = ['as_of', 'eligibility', 'webhooks', 'events', 'bulk_snapshots', 'batch_eligibility'] as const;
/** A feature that only some plans include. */
export type Feature = (typeof FEATURES)[number];

/** Terms of a plan. */
export interface PlanTerms {
  /** Requests per minute. For `scale` this is the minimum: a key may have a higher limit. */
  requestsPerMinute: number;
  /** True if the plan reads the delayed view (60 s old by default). */
  delayed: boolean;
  /** Concurrent streams per key on one instance. */
  streams: number;
  /** Features included beyond the reads that every plan includes. */
  features: readonly Feature[];
}

/** Terms of every plan. */
export const PLAN_TERMS: Record<Plan, PlanTerms> = {
  free: { requestsPerMinute: 60, delayed: true, streams: 1, features: [] },
  pro: {
    requestsPerMinute: 600,
    delayed: false,
    streams: 10,
    features: ['as_of', 'eligibility', 'webhooks', 'events'],
  },
  scale: {
    requestsPerMinute: 10_000,
    delayed: false,
    streams: 100,
    features: ['as_of', 'eligibility', 'webhooks', 'events', 'bulk_snapshots', 'batch_eligibility'],
  },
};

/** Response of GET /v1/me: plan, rate limit and features of the API key of the request. */
export interface Me {
  /** Plan of the key. */
  plan: Plan;
  /** Rate limit of the key and its current state. */
  rate_limit: {
    /** Requests per window. @asType integer @minimum 1 */
    limit: number;
    /** Length of the window, in seconds. @asType integer @minimum 1 */
    window_seconds: number;
    /** Requests remaining, rounded down. @asType integer @minimum 0 */
    remaining: number;
  };
  /** Streams of events (`GET /v1/stream`). */
  streams: {
    /** Concurrent streams per key. Each instance of the service counts by itself. @asType integer @minimum 1 */
    limit: number;
  };
  /** Features of the plan beyond the reads that every plan includes. */
  features: Feature[];
  /** Identification of the key, without the key itself. */
  key: {
    /** First 8 characters of the key. @minLength 8 @maxLength 8 */
    prefix: string;
    /** Last 4 characters of the key. @minLength 4 @maxLength 4 */
    last4: string;
    /** Time of creation, RFC 3339 UTC with milliseconds. @format date-time */
    created_at: string;
    /** Expiry time. Null for a key that does not expire. @format date-time */
    expires_at: string | null;
  };
  /** Age of the data that the plan reads, in seconds; 0 for live data. @asType integer @minimum 0 */
  data_delay_seconds: number;
}
