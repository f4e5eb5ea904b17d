import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanup } from '../test/cleanup';
import { CheckFailure, type CheckRunner } from './check-runner';
import { mustRun } from './command';
import { checkBrowser, PageServer } from './consume/browser';
import { checkBundles } from './consume/bundles';
import { startDemoApi } from './consume/demo-api';
import { checkExamples } from './consume/examples';
import { checkFrameworks } from './consume/frameworks';
import { checkNewcomer } from './consume/newcomer';
import { checkNode, checkWorkerd } from './consume/runtimes';
import { checkTypescript } from './consume/typescript';
import { checkPackage } from './package/check-package';
import { buildSdk, packSdk, presentTarball, type Tarball } from './package/pack';
import { measureExports, measureSizes, presentSizes, sizeViolations } from './package/sizes';

interface CheckContext {
  /** Root of the repository. */
  readonly root: string;
  /** Temporary directory, deleted at the end. */
  readonly scratch: string;
  readonly undo: Cleanup;
  readonly print: (line: string) => void;
}

/** Builds the package and writes the tarball. */
export async function pack({ root, print }: CheckContext): Promise<Tarball> {
  await buildSdk(root);
  const tarball = await packSdk(root);
  print(presentTarball(tarball));
  return tarball;
}

/**
 * Creates an empty project and installs the tarball in it, as a user does, with the types of Node. Needs no registry,
 * because the package has no dependencies. All consumers are folders of this project.
 */
export async function installTarball({ root, scratch }: CheckContext, tarball: Tarball): Promise<string> {
  const project = join(scratch, 'project');
  await mkdir(project);
  await mustRun('npm', ['init', '--yes'], { cwd: project });
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball.file];
  await mustRun('npm', args, { cwd: project });
  await mkdir(join(project, 'node_modules/@types'));
  await symlink(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), 'dir');
  await cp(join(root, 'tools/sdk/consumers'), project, { recursive: true });
  return project;
}

/** Prints the sizes of programs that use the package, per export too, and compares them with the limits. */
export async function checkSizes(runner: CheckRunner, project: string, print: CheckContext['print']): Promise<void> {
  print(presentSizes(await measureSizes(project), await measureExports(project)));
  await checkLimits(runner, project);
}

const checkLimits = (runner: CheckRunner, project: string): Promise<void> =>
  runner.check('sizes', async () => {
    const sizes = await measureSizes(project);
    const violations = sizeViolations(sizes);
    if (violations.length > 0) throw new CheckFailure(violations.join('\n'));
    const { listsOnly, client, clientInOneFile, whole, claims } = sizes;
    return `lists only ${listsOnly} bytes, client ${client} (one file ${clientInOneFile}), whole ${whole}, claims ${claims} gzipped`;
  });

/** Runs all checks. The service starts while the package is linted and programs are compiled. */
export async function checkAll(context: CheckContext, runner: CheckRunner): Promise<void> {
  const { root, scratch, undo } = context;
  const tarball = await pack(context);
  const [server, dashboard] = [await PageServer.start(undo), await PageServer.start(undo)];
  const api = startDemoApi(context, `${server.origin},${dashboard.origin}`);
  // A failed start fails each check that awaits the service.
  api.catch(() => undefined);
  const project = await installTarball(context, tarball);
  const consumer = { root, project, api };
  await Promise.all([
    checkPackage(runner, { root, tarball, scratch, installed: join(project, 'node_modules/@droptrack/sdk') }),
    checkLimits(runner, project),
    checkTypescript(runner, consumer),
    runner.check('the README’s first program', () => checkNewcomer(consumer)),
    runner.check('the examples', () => checkExamples(consumer)),
    checkFrameworks(runner, consumer, dashboard, undo),
    checkNode(runner, consumer),
    runner.check('bundles (esbuild, Rollup)', () => checkBundles(consumer)),
    runner.check('a worker (workerd)', () => checkWorkerd(consumer)),
    runner.check('a page (Vite, Chromium)', () => checkBrowser(consumer, server, undo)),
  ]);
}
