import { execFileSync } from 'node:child_process';

/** Which processor runs what. */
export interface Cores {
  /** All servers, one at a time. */
  readonly servers: number;
  /** What asks them. */
  readonly load: number;
}

/** Two processors of those we may use; null where there is one only, or no `taskset` to bind programs by. */
export function chooseCores(): Cores | null {
  const allowed = allowedCores();
  const [servers] = allowed;
  const load = allowed.at(-1);
  return servers === undefined || load === undefined || servers === load ? null : { servers, load };
}

/** Command and arguments that run Node on one processor. */
export function onCore(core: number | null, nodeArgs: readonly string[]): { command: string; args: string[] } {
  return boundTo(core, process.execPath, nodeArgs);
}

/** Command and arguments that run a program on one processor. */
export function boundTo(
  core: number | null,
  program: string,
  args: readonly string[],
): { command: string; args: string[] } {
  if (core === null) return { command: program, args: [...args] };
  return { command: 'taskset', args: ['-c', String(core), program, ...args] };
}

/** `pid 1's current affinity list: 0,2-3` */
function allowedCores(): number[] {
  try {
    const list = execFileSync('taskset', ['-pc', String(process.pid)], { encoding: 'utf8', stdio: 'pipe' });
    return (list.split(':').at(-1) ?? '').trim().split(',').flatMap(range);
  } catch {
    return [];
  }
}

function range(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
