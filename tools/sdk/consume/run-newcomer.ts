import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../board/board';
import { mustRunNode } from '../board/command';
import { consumerEnvironment, type DemoApi } from './demo-api';
import { compilerAt } from './compilers';
import { firstSnippet } from './first-snippet';
import { addNodeTypes, installTarball } from './installed';

/** "The first call in ten lines": counted as a reader does, without empty lines. */
const LINES_MAX = 10;

/**
 * What a newcomer does: an empty TypeScript project (`npm init`, `tsc --init`), the package, the README's first program
 * pasted unchanged into `first.mts`, compiled and run.
 */
export async function runNewcomer(
  root: string,
  scratch: string,
  tarball: string,
  api: Promise<DemoApi>,
): Promise<string> {
  const project = await mkdtemp(join(scratch, 'newcomer-'));
  await installTarball(tarball, project);
  await addNodeTypes(root, project);
  const readme = await readFile(join(project, 'node_modules/@droptrack/sdk/README.md'), 'utf8');
  const program = firstSnippet(readme, 'Quickstart');
  const lines = program.split('\n').filter((line) => line.trim() !== '').length;
  await writeFile(join(project, 'first.mts'), program);
  const tsc = compilerAt(root, 'typescript');
  await mustRunNode([tsc, '--init', '--module', 'nodenext', '--types', 'node'], { cwd: project });
  await mustRunNode([tsc, '--pretty', 'false'], { cwd: project });
  const said = await mustRunNode(['first.mjs'], { cwd: project, env: consumerEnvironment(await api) });
  const missing = missed(program, said);
  if (lines > LINES_MAX) missing.push(`${lines} lines; ${LINES_MAX} are promised`);
  if (missing.length > 0) throw new CheckFailure(`${missing.join('\n')}\n\n${program}\n${said}`.trim());
  return `${lines} lines, ${said.trim().split('\n').length} printed: ${said.trim().split('\n').at(-1) ?? ''}`;
}

/** What the ten lines promise to do. */
const DOES: readonly (readonly [what: string, call: RegExp])[] = [
  ['lists live drops', /drops\.list\(\{[^}]*live/],
  ['walks the calendar', /calendar\.list\(/],
  ['checks a wallet', /eligibility\.check\(/],
  ['verifies a series', /verifySeries\(/],
];

/** Of what it promises, what the program does not do; and what shows that it saw nothing. */
function missed(program: string, said: string): string[] {
  return [
    ...DOES.filter(([, call]) => !call.test(program)).map(([what]) => `it no longer ${what}`),
    ...(said.trim().split('\n').length >= 4 ? [] : ['it prints less than a line for each of four things']),
    ...(/\bmatch/.test(said) && !said.includes('not match') ? [] : ['it does not say that the series matches']),
    ...(/undefined|\bNaN\b|\[object/.test(said) ? ['it prints something that is not there'] : []),
  ];
}
