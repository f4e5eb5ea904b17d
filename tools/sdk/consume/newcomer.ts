import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../check-runner';
import { mustRunNode } from '../command';
import { type Consumer, consumerEnvironment } from './demo-api';
import { compilerAt } from './typescript';

/** The README promises "the first call in ten lines"; empty lines do not count. */
const LINES_MAX = 10;

/**
 * Follows the README as a new user: `tsc --init` in an empty folder, the first program pasted unchanged into `first.mts`,
 * compiled and run.
 */
export async function checkNewcomer({ root, project, api }: Consumer): Promise<string> {
  const cwd = join(project, 'newcomer');
  await mkdir(cwd);
  const readme = await readFile(join(project, 'node_modules/@droptrack/sdk/README.md'), 'utf8');
  const program = firstSnippet(readme, 'Quickstart');
  const lines = program.split('\n').filter((line) => line.trim() !== '').length;
  await writeFile(join(cwd, 'first.mts'), program);
  const tsc = compilerAt(root, 'typescript');
  await mustRunNode([tsc, '--init', '--module', 'nodenext', '--types', 'node'], { cwd });
  await mustRunNode([tsc, '--pretty', 'false'], { cwd });
  const output = await mustRunNode(['first.mjs'], { cwd, env: consumerEnvironment(await api) });
  const violations = violationsOf(program, output);
  if (lines > LINES_MAX) violations.push(`${lines} lines; ${LINES_MAX} are promised`);
  if (violations.length > 0) throw new CheckFailure(`${violations.join('\n')}\n\n${program}\n${output}`.trim());
  return `${lines} lines, ${output.trim().split('\n').length} printed: ${output.trim().split('\n').at(-1) ?? ''}`;
}

/**
 * The first TypeScript block under a heading of a README, as a reader would paste it.
 *
 * @throws {CheckFailure} when there is none.
 */
export function firstSnippet(readme: string, heading: string): string {
  const [, section] = readme.split(`\n## ${heading}\n`);
  const block = section?.split('\n## ')[0]?.match(/^```ts\n([^]*?)^```$/m)?.[1];
  if (block === undefined) throw new CheckFailure(`README.md has no TypeScript under "${heading}"`);
  return block;
}

/** Calls that the README promises. */
const PROMISES: readonly (readonly [promise: string, call: RegExp])[] = [
  ['lists live drops', /drops\.list\(\{[^}]*live/],
  ['iterates over the calendar', /calendar\.list\(/],
  ['checks a wallet', /eligibility\.check\(/],
  ['verifies a series', /verifySeries\(/],
];

/** Broken promises of the program, and signs in its output that it received no data. */
function violationsOf(program: string, output: string): string[] {
  return [
    ...PROMISES.filter(([, call]) => !call.test(program)).map(([promise]) => `it no longer ${promise}`),
    ...(output.trim().split('\n').length >= 4 ? [] : ['it prints fewer than four lines']),
    ...(/\bmatch/.test(output) && !output.includes('not match') ? [] : ['it does not report that the series matches']),
    ...(/undefined|\bNaN\b|\[object/.test(output) ? ['it prints a value that does not exist'] : []),
  ];
}
