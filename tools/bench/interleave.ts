/**
 * Measures several variants, one after the other in each round, so that other work of the machine affects all of them
 * alike.
 *
 * @returns the results of each, in the order of the rounds.
 */
export async function interleave<Variants extends Readonly<Record<string, () => unknown>>>(
  rounds: number,
  variants: Variants,
): Promise<Rounds<Variants>> {
  const results = mapValues(variants, (): unknown[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, variant] of Object.entries(variants)) results[name]?.push(await variant());
  }
  return results as Rounds<Variants>;
}

/** Results of each variant, by round. */
type Rounds<Variants extends Readonly<Record<string, () => unknown>>> = {
  [Name in keyof Variants]: Awaited<ReturnType<Variants[Name]>>[];
};

/** An object with the same keys and other values. */
export function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = (Object.entries(values) as [Name, From][]).map(([name, value]) => [name, map(value)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}

/** Milliseconds that some work takes. */
export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
