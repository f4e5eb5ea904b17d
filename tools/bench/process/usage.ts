import { readFileSync } from 'node:fs';

/** What Linux counts in, on every architecture that Node runs on: 100 a second. */
const TICK_MS = 10;

/** CPU time of a process so far, all threads, milliseconds in steps of 10; null where it cannot be read. */
export function cpuMsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may hold anything; what follows is fixed (proc(5): utime is field 14, stime 15).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory that a process has in RAM now, in MB (10⁶ bytes); null where it cannot be read. */
export function rssMbOf(pid: number): number | null {
  return megabytes(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? ''));
}

/** The most that a process has had in RAM so far, in MB (10⁶ bytes); null where it cannot be read. */
export function peakRssMbOf(pid: number): number | null {
  return megabytes(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? ''));
}

function megabytes(found: RegExpExecArray | null): number | null {
  const kib = found?.[1];
  return kib === undefined ? null : (Number(kib) * 1024) / 1e6;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
