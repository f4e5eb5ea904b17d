import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH_NAMES, BENCHES } from '../benches';
import type { Environment } from './environment';
import { type BenchResult, format, type Results } from './report';

/** The file of published figures, from the root of the repository. */
export const FIGURES = 'docs/studies/figures.md';

const HEAD = `# Measured figures

Written by \`npm run bench -- --publish\`; do not edit. [Performance](../performance.md) explains yardsticks, ratios and targets. Each line is
a median, followed by the median of the ratios to the yardstick of the same round, the lowest and the highest ratio in brackets, and the target.
Absolute figures depend on the machine and on its load at the time: compare ratios.
`;

/** Writes the results of benches into the file, and keeps the sections of all others. */
export async function publish(root: string, environment: Environment, results: Readonly<Results>): Promise<void> {
  const file = join(root, FIGURES);
  const before = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, figuresWith(before, environment, results));
}

/** The text of the file, in which the results replace earlier ones of the same benches. */
export function figuresWith(before: string, environment: Environment, results: Readonly<Results>): string {
  const kept = before.split(/^(?=## )/m).map((text) => [/^## (\w+)/.exec(text)?.[1], text] as const);
  const sections = BENCH_NAMES.flatMap((name) => {
    const result = results[name];
    if (result !== undefined) return [sectionOf(name, environment, result)];
    return kept.filter(([bench]) => bench === name).map(([, text]) => text.trimEnd());
  });
  return `${[`${HEAD}\nLatest run: ${runOf(environment)}.`, ...sections].join('\n\n')}\n`;
}

const runOf = ({ date, commit, machine, node }: Environment): string =>
  `${date}, commit ${commit}, ${machine}, Node.js ${node}`;

function sectionOf(name: (typeof BENCH_NAMES)[number], environment: Environment, result: BenchResult): string {
  const { load, rounds, measurements } = result;
  const run = `${runOf(environment)}, load ${load.toFixed(1)} before, up to ${rounds} rounds`;
  return [`## ${name}`, '', `${BENCHES[name][1]} (${run}):`, '', ...measurements.map(format)].join('\n');
}
