import { readFileSync } from 'node:fs';

/** Linux counts processor time in 100 ticks a second on every architecture that Node supports. */
const TICK_MS = 10;

/** CPU time of a process so far, all threads, milliseconds in steps of 10; null where it cannot be read. */
export function cpuMsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may hold anything; the fields after it are fixed (proc(5): utime 14, stime 15).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of a process and of those that it has started. */
export const groupCpuMsOf = (pid: number): number | null => sumOfGroup(pid, cpuMsOf);

/** Resident memory of a process and of those that it has started in MB; memory that they share counts for each. */
export const groupRssMbOf = (pid: number): number | null => sumOfGroup(pid, rssMbOf);

function sumOfGroup(pid: number, figureOf: (pid: number) => number | null): number | null {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.split(' ').filter(Boolean).map(Number);
  const figures = [pid, ...(children ?? [])].map(figureOf);
  return figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0);
}

/** Resident memory of a process in MB (10⁶ bytes); null where it cannot be read. */
export const rssMbOf = (pid: number): number | null => statusMbOf(pid, 'VmRSS');

/** Highest resident memory of a process so far in MB (10⁶ bytes); null where it cannot be read. */
export const peakRssMbOf = (pid: number): number | null => statusMbOf(pid, 'VmHWM');

function statusMbOf(pid: number, field: string): number | null {
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kib === undefined ? null : (Number(kib) * 1024) / 1e6;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
