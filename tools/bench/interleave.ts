/**
 * Measures several variants, one after the other in each round, so that other work of the machine affects all of them
 * alike.
 *
 * @returns the results of each, in the order of the rounds.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  variants: Readonly<Record<Name, () => Result | Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name): [Name, Result[]] => [name, []])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await variants[name]());
  }
  return results;
}

/** An object with the same keys and other values. */
export function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(values) as [Name, From][]).map(([name, value]) => [name, map(value)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}
