import { execFileSync } from 'node:child_process';

/** The processors that the programs of a bench are bound to. */
export interface Cores {
  /** All servers; one of them is measured at a time. */
  readonly servers: number;
  readonly load: number;
}

/** A command and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: string[];
}

/** Chooses two of the processors that this process may use; null where there is only one, or no `taskset`. */
export function chooseCores(): Cores | null {
  const allowed = allowedCores();
  const [servers, load] = [allowed.at(0), allowed.at(-1)];
  return servers === undefined || load === undefined || servers === load ? null : { servers, load };
}

/** The command that runs Node on one processor, or on any when `core` is null. */
export function nodeOnCore(core: number | null, nodeArgs: readonly string[]): Command {
  return onCore(core, process.execPath, nodeArgs);
}

/** The command that runs a program on one processor, or on any when `core` is null. */
export function onCore(core: number | null, program: string, args: readonly string[]): Command {
  if (core === null) return { command: program, args: [...args] };
  return { command: 'taskset', args: ['-c', String(core), program, ...args] };
}

/** Parses `pid 1's current affinity list: 0,2-3`. */
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
