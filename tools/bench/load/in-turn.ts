import { interleave } from '../interleave';
import type { BenchContext } from '../bench-context';
import type { LoadResult } from './job';
import type { Ask } from './subject';

/** What came of subjects that were asked in turn. */
export interface Asked<Name extends string> {
  /** Of the time that is not counted. */
  readonly warmUp: Readonly<Record<Name, LoadResult>>;
  readonly rounds: Readonly<Record<Name, readonly LoadResult[]>>;
}

/** Warms every subject up, then asks them in turn, round by round. */
export async function askInTurn<Name extends string>(
  { plan, progress }: BenchContext,
  asks: Readonly<Record<Name, Ask>>,
): Promise<Asked<Name>> {
  progress('Warming up …');
  const warmUp = mapped(asks, () => undefined as LoadResult | undefined);
  for (const name of Object.keys(asks) as Name[]) warmUp[name] = await asks[name](plan.http.warmUpMs);
  progress(`Asking ${Object.keys(asks).length} servers in turn, ${plan.rounds} times …`);
  const rounds = await interleave(
    plan.rounds,
    mapped(asks, (ask) => () => ask(plan.http.roundMs)),
  );
  return { warmUp: warmUp as Record<Name, LoadResult>, rounds };
}

/** An object of the same names. */
export function mapped<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(values) as [Name, From][]).map(([name, value]) => [name, map(value)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}
