/** Variable that asks for all runs of the properties; ./all-runs.ts sets it in the heavy ring. */
export const RUNS_VARIABLE = 'DROPTRACK_TEST_RUNS';

/**
 * Number of runs of a property: a few in the suite, for a wrong rule, which fails in most of them; all in the heavy ring, for
 * the rare value. jest.preset.cjs finds the specs that import it, so that the heavy ring runs them too.
 */
export const runs = (few: number, all: number): number => (process.env[RUNS_VARIABLE] === 'all' ? all : few);
