/** All statuses of a source or finder. */
export const SOURCE_STATUSES = ['ok', 'degraded', 'failing', 'off', 'unknown'] as const;
/**
 * Status of a source or finder: responds (`ok`); responds late or only in part (`degraded`); mostly fails (`failing`); is
 * not read by choice or for want of a setting (`off`); or is not reported on, so that nothing is known (`unknown`).
 */
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

/** Source of readings, as the workers last reported it. */
export interface ReportedSource {
  /** Id of the source, such as `defillama`. */
  id: string;
  /** Status of the source. */
  status: SourceStatus;
  /** Time of the last success. Null if there was none. @format date-time */
  last_success_at: string | null;
  /** Time of the last failure. Null if there was none. @format date-time */
  last_failure_at: string | null;
  /** Number of drops that the source is polled about. @asType integer @minimum 0 */
  polls: number;
  /** Number of polls that are due. @asType integer @minimum 0 */
  polls_due: number;
  /** Number of polls whose last attempt failed. @asType integer @minimum 0 */
  polls_failing: number;
}

/** Finder of drops, as the workers last reported it. */
export interface ReportedFinder {
  /** Id of the finder, such as `evm-campaigns/ethereum`. */
  id: string;
  /** Source that the finder queries. */
  source: string;
  /** Status of the finder. */
  status: SourceStatus;
  /** Time of the last success. Null if there was none. @format date-time */
  last_success_at: string | null;
  /** Time of the last failure. Null if there was none. @format date-time */
  last_failure_at: string | null;
}

/** Response of GET /v1/status: freshness of the data, and health of the sources that it comes from. */
export interface ServiceStatus {
  /** Data that the plan of the key reads. */
  data: {
    /** Instant up to which the data is complete. @format date-time */
    as_of: string;
    /** Delay of the data by the plan, in seconds; 0 for live data. @asType integer @minimum 0 */
    delay_seconds: number;
    /** Number of the last change in the data; it grows with every change. @asType integer @minimum 0 */
    sequence: number;
  };
  /**
   * Sources of readings, by id; empty before the first report of a worker. Null while the reports cannot be read. A plan with
   * delayed data receives reports that were read up to `as_of`, and null until there are any.
   */
  sources: ReportedSource[] | null;
  /** Finders of drops, by id; empty before the first report of a worker. Null as `sources`. */
  finders: ReportedFinder[] | null;
  /**
   * Time at which the reports of the workers were read: some seconds ago at most, or up to `as_of` for a plan with delayed data.
   * Null without reports. @format date-time
   */
  checked_at: string | null;
  /** Version of the API. */
  version: string;
  /** Instant up to which the response is complete, as `data.as_of`. @format date-time */
  as_of: string;
}
