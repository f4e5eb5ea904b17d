/**
 * A figure of a quiet machine (2026-11-21, commit 28dcc61, 2 × AMD EPYC, load 1.7): its value, in the unit of its name, and the bench that
 * measures it. It is not that of docs/studies/figures.md, which was measured beside other work.
 */
interface Measured {
  readonly value: number;
  readonly source: string;
}

/** A kind of request: its share of all requests, an assumption, and the processor time that one takes of the API, measured. */
interface RequestKind {
  readonly name: string;
  readonly share: number;
  readonly cpuMs: Measured;
}

/**
 * `GET /v1/me` takes this much on the machine by which the cost of tokens is bounded, in milliseconds. Routes that are measured
 * as multiples of it are converted by it.
 */
const ME_MS = 0.3;
const COST = 'cost';

/** A wallet app with a dashboard: most requests are polls of lists. */
export const REQUEST_KINDS: readonly RequestKind[] = [
  { name: 'list, requested before', share: 0.55, cpuMs: { value: 1_000 / 33_212, source: 'http' } },
  { name: 'list, never requested before', share: 0.15, cpuMs: { value: 1_000 / 11_910, source: 'queries' } },
  { name: 'one drop', share: 0.12, cpuMs: { value: 0.99 * ME_MS, source: COST } },
  { name: 'eligibility check', share: 0.1, cpuMs: { value: 0.126, source: 'lists' } },
  { name: 'hype series of 30 days', share: 0.05, cpuMs: { value: 9.3 * ME_MS, source: COST } },
  { name: 'explanation', share: 0.03, cpuMs: { value: 3.4 * ME_MS, source: COST } },
];

/** Resident memory of an API process after its load, by the drops of the catalogue, in MB. */
export const PROCESS_MB: readonly { readonly drops: number; readonly mb: Measured }[] = [
  { drops: 1_000, mb: { value: 136, source: 'http' } },
  { drops: 10_000, mb: { value: 333, source: 'http' } },
  { drops: 100_000, mb: { value: 483, source: 'http' } },
];

/** Assumptions of the model, which no measurement supports. Change them to your own, then run `npm run scaling`. */
export const ASSUMPTIONS = {
  /** The busiest second of a day, beside its mean second. */
  peakFactor: 10,
  /** Share of a core that is planned for at the peak; the rest is for restarts, garbage collection and a neighbour's load. */
  plannedLoad: 0.5,
  /** Processes that run although one would do, so that one can be restarted. */
  processesMin: 2,
  /** Mean size of a response on the network, compressed, 304 included, in KB. */
  responseKb: 4,
  /** Prices in USD: a core with 4 GB of memory, a GB of disk, a GB sent; each for a month but the last. */
  coreUsd: 25,
  diskGbUsd: 0.1,
  sentGbUsd: 0.05,
} as const;
