import { readFileSync } from 'node:fs';

/** Linux counts processor time in 100 ticks a second on every architecture that Node supports. */
const TICK_MS = 10;

// Figures of processes; each is NaN where the system does not report it. Memory is in MB (10⁶ bytes).

/** CPU time so far, all threads, milliseconds in steps of 10. */
export function cpuMsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may hold anything; the fields after it are fixed (proc(5): utime 14, stime 15).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * TICK_MS;
}

/** The same of a process and of those that it has started. */
export function groupCpuMsOf(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children].reduce((sum, each) => sum + cpuMsOf(each), 0);
}

/** Resident memory. */
export const rssMbOf = (pid: number): number => statusMbOf(pid, 'VmRSS');

/** Highest resident memory so far. */
export const peakRssMbOf = (pid: number): number => statusMbOf(pid, 'VmHWM');

const statusMbOf = (pid: number, field: string): number =>
  (Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1]) * 1024) / 1e6;

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
