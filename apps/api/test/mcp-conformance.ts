import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFORMANCE_FAILURES } from './mcp-conformance-failures';

/** A run of the conformance tests against this service. */
export interface ConformanceRun {
  readonly revision: string;
  /** Arguments that select the tests of the revision. */
  readonly selection: readonly string[];
  /** Checks that pass at least; fewer mean that the run itself failed. */
  readonly passedMin: number;
  /** Checks that cannot pass, by reason. */
  readonly failures: Readonly<Record<string, readonly string[]>>;
}

export const CONFORMANCE_RUNS: readonly ConformanceRun[] = [
  {
    revision: '2025-11-25',
    selection: ['--spec-version', '2025-11-25'],
    passedMin: 25,
    failures: CONFORMANCE_FAILURES['2025-11-25'],
  },
  {
    revision: '2026-07-28',
    selection: ['--requirements', '2026-07-28'],
    passedMin: 80,
    failures: CONFORMANCE_FAILURES['2026-07-28'],
  },
];

export const expectedFailures = ({ failures }: ConformanceRun): string[] => Object.values(failures).flat();

/** A check with its scenario, such as `tools-list/tools-list`. */
interface Check {
  readonly name: string;
  readonly status: string;
}

/** Reads the results of a run: a folder per scenario, with the time in its name. */
export function readChecks(folder: string): Check[] {
  return readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as {
      id: string;
      status: string;
    }[];
    return checks.map(({ id, status }) => ({ name: `${scenario}/${id}`, status }));
  });
}
