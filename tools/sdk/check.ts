import { join } from 'node:path';
import type { Cleanup } from '../bench/process/cleanup';
import { type Board, CheckFailure } from './board/board';
import { startDemoApi } from './consume/demo-api';
import { addNodeTypes, copyConsumer, installTarball } from './consume/installed';
import { PageServer } from './consume/page-server';
import { runBrowser } from './consume/run-browser';
import { checkExamples } from './consume/run-examples';
import { runNewcomer } from './consume/run-newcomer';
import { checkNode } from './consume/run-node';
import { checkTypescript } from './consume/run-typescript';
import { runWorker } from './consume/run-worker';
import { checkPackage } from './package/check-package';
import { buildSdk, packSdk, presentTarball, type Tarball } from './package/pack';
import { measureSizes, presentSizes, sizeFaults } from './sizes/sizes';

export interface Workshop {
  /** Of the repository. */
  readonly root: string;
  /** A directory that is deleted at the end. */
  readonly scratch: string;
  readonly undo: Cleanup;
  readonly tell: (line: string) => void;
}

/** Builds the package and writes the tarball. */
export async function pack({ root, tell }: Workshop): Promise<Tarball> {
  await buildSdk(root);
  const tarball = await packSdk(root);
  tell(presentTarball(tarball));
  return tarball;
}

/** Packs and installs the package; gives the project that has it. */
export async function install(workshop: Workshop, tarball: Tarball): Promise<string> {
  const project = join(workshop.scratch, 'project');
  await installTarball(tarball.file, project);
  await addNodeTypes(workshop.root, project);
  await copyConsumer(workshop.root, project, 'tour');
  return project;
}

/** Measures what programs weigh, and holds it against the limits. */
export async function checkSizes(board: Board, project: string, tell: Workshop['tell']): Promise<void> {
  await board.check('sizes', async () => {
    const sizes = await measureSizes(project);
    tell(presentSizes(sizes));
    const faults = sizeFaults(sizes);
    if (faults.length > 0) throw new CheckFailure(faults.join('\n'));
    return `lists only ${sizes.listsOnly} bytes, whole ${sizes.whole} bytes gzipped`;
  });
}

/** All of it. The service starts while the package is read and programs are compiled. */
export async function checkAll(workshop: Workshop, board: Board): Promise<void> {
  const { root, scratch, undo, tell } = workshop;
  const tarball = await pack(workshop);
  const server = await PageServer.start(undo);
  const api = startDemoApi(workshop, server.origin);
  // Whoever needs the service is told; nobody else has to care.
  api.catch(() => undefined);
  const project = await install(workshop, tarball);
  const given = { root, project, api };
  await Promise.all([
    checkPackage(board, { root, tarball, scratch, installed: join(project, 'node_modules/@droptrack/sdk') }),
    checkSizes(board, project, tell),
    board.check('a newcomer’s ten lines', () => runNewcomer(root, scratch, tarball.file, api)),
    checkTypescript(board, given),
    checkExamples(board, given),
    checkNode(board, given),
    board.check('a worker (workerd)', async () => runWorker(root, project, await api)),
    board.check('a page (Vite, Chromium)', async () => runBrowser({ root, project, api: await api, server, undo })),
  ]);
}
