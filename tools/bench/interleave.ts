/**
 * Measures several things in turn, round by round, so that whatever else the machine
 * does in the meantime meets all of them alike.
 *
 * @returns what each gave, in the order of the rounds.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[];
  const results = Object.fromEntries(names.map((name): [Name, Result[]] => [name, []])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await measures[name]());
  }
  return results;
}
