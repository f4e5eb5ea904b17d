import { ASSUMPTIONS, PROCESS_MB, REQUEST_KINDS } from './figures';

const SECONDS_A_DAY = 86_400;
const DAYS_A_MONTH = 30;
const GB = 1_024;

/** A service to plan: requests a day, drops of the catalogue, and revisions that its log keeps. */
export interface Service {
  readonly requestsPerDay: number;
  readonly drops: number;
  /** Size of the log with its indexes, in GB. */
  readonly logGb: number;
}

/** Machines and cost of a {@link Service}. */
export interface Plan {
  readonly meanPerSecond: number;
  readonly peakPerSecond: number;
  /** Cores that the API keeps busy at the peak. */
  readonly busyCores: number;
  readonly apiProcesses: number;
  /** Cores of the whole service: API, one for PostgreSQL and Redis together at least, one for worker and explorer. */
  readonly cores: number;
  readonly memoryGb: number;
  readonly usdPerMonth: number;
}

/** Processor time of the mean request, in milliseconds. */
export const meanCpuMs = (): number => REQUEST_KINDS.reduce((sum, { share, cpuMs }) => sum + share * cpuMs.value, 0);

/** Memory of an API process, in MB: of the next larger catalogue that was measured. */
export function processMb(drops: number): number {
  const fitting = PROCESS_MB.filter((each) => each.drops >= drops).map(({ mb }) => mb.value);
  return fitting[0] ?? Math.max(...PROCESS_MB.map(({ mb }) => mb.value));
}

/** Plans a service. PostgreSQL gets a core per two that the API keeps busy, since both work on checks and series. */
export function planOf({ requestsPerDay, drops, logGb }: Service): Plan {
  const { peakFactor, plannedLoad, processesMin, responseKb, coreUsd, diskGbUsd, sentGbUsd } = ASSUMPTIONS;
  const meanPerSecond = requestsPerDay / SECONDS_A_DAY;
  const peakPerSecond = meanPerSecond * peakFactor;
  const busyCores = (peakPerSecond * meanCpuMs()) / 1_000;
  const apiProcesses = Math.max(processesMin, Math.ceil(busyCores / plannedLoad));
  const databaseCores = Math.max(1, Math.ceil(busyCores / plannedLoad / 2));
  const apiCores = busyCores / plannedLoad < 1 ? 1 : apiProcesses;
  const cores = apiCores + databaseCores;
  const memoryGb = (apiProcesses * processMb(drops)) / GB + databaseCores * 2 + 1;
  const sentGb = (requestsPerDay * DAYS_A_MONTH * responseKb) / GB / GB;
  const usdPerMonth = cores * coreUsd + logGb * diskGbUsd + sentGb * sentGbUsd;
  return { meanPerSecond, peakPerSecond, busyCores, apiProcesses, cores, memoryGb, usdPerMonth };
}
