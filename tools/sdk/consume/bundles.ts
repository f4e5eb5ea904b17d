import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../check-runner';
import { mustRunNode } from '../command';
import { bundleInFiles, esbuild } from '../package/bundle';
import { type Consumer, consumerEnvironment } from './demo-api';

const PROGRAM = `import './bundled/main.mjs';`;

/** Forms of bundles that esbuild writes, with their extensions. A script is what a page loads without modules. */
const FORMS = [
  { name: 'esm', format: 'esm', extension: '.mjs', splitting: false },
  { name: 'esm-split', format: 'esm', extension: '.mjs', splitting: true },
  { name: 'cjs', format: 'cjs', extension: '.cjs', splitting: false },
  { name: 'script', format: 'iife', extension: '.cjs', splitting: false },
] as const;

/**
 * Bundles a program that uses the package, in one file and split, and runs each bundle: code that is loaded on demand must
 * work in both.
 */
export async function checkBundles({ project, api }: Consumer): Promise<string> {
  const bundled = FORMS.map(async ({ name, format, extension, splitting }) => {
    await esbuild.build({
      absWorkingDir: project,
      entryPoints: ['./bundled/main.mjs'],
      outdir: `bundled/${name}`,
      outExtension: { '.js': extension },
      bundle: true,
      minify: true,
      format,
      splitting,
      platform: 'browser',
      logLevel: 'silent',
    });
    return `${name}/main${extension}`;
  });
  const programs = await Promise.all([...bundled, bundleWithRollup(project)]);
  const env = consumerEnvironment(await api);
  const runs = programs.map((program) => mustRunNode([program], { cwd: join(project, 'bundled'), env }));
  const outputs = new Set((await Promise.all(runs)).map((output) => output.trim()));
  if (outputs.size > 1) throw new CheckFailure(`the bundles differ: ${[...outputs].join(' | ')}`);
  return `${programs.length} bundles: ${[...outputs].join('')}`;
}

async function bundleWithRollup(project: string): Promise<string> {
  const target = join(project, 'bundled/rollup');
  await mkdir(target);
  const files = await bundleInFiles(project, PROGRAM);
  if (files.every(({ isInitial }) => isInitial)) throw new CheckFailure('Rollup does not split the package');
  await Promise.all(files.map(({ name, code }) => writeFile(join(target, name), code)));
  return 'rollup/program.mjs';
}
