import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allocationFigures } from './allocations/figures';
import { readLists } from './allocations/lists';
import { BenchError } from '../processes/bench-error';
import { runProgram, type Work } from '../processes/program';
import { NoDataError } from './data/table';
import { parseOptions, USAGE } from './options';
import { figuresOf } from './report/markdown';
import { PageError, withFigures } from './report/page';
import { plotOf } from './report/plot';
import { runStudy } from './study/study';

const ROOT = join(__dirname, '../../..');
const PAGE = 'docs/studies/hype-validity-figures.md';
const ALLOCATIONS = 'docs/studies/allocation-figures.md';
const PLOT = 'docs/studies/hype-validity.svg';

/** Default folder of the data, relative to the repository. */
const DEFAULT_DATA = '../shared/data';

const backtest: Work = () => {
  const { data, isCheck } = parseOptions(process.argv.slice(2));
  const root = resolve(ROOT, data ?? (process.env['DROPTRACK_TEST_DATA'] || DEFAULT_DATA));
  const folder = join(root, 'signals');
  if (isCheck && !existsSync(folder)) {
    process.stdout.write(`Not checked: there is no data in ${folder}.\n`);
    return Promise.resolve(true);
  }
  try {
    const results = [write(folder, isCheck), writeAllocations(root, isCheck)];
    return Promise.resolve(results.every((isSame) => isSame));
  } catch (error) {
    if (error instanceof NoDataError || error instanceof PageError) throw new BenchError(error.message);
    throw error;
  }
};

/** Writes page and plot. @param isCheck - compares them only. @returns true when they match the data. */
function write(folder: string, isCheck: boolean): boolean {
  const study = runStudy(folder);
  const [pagePath, plotPath] = [join(ROOT, PAGE), join(ROOT, PLOT)];
  const before = readFileSync(pagePath, 'utf8');
  const page = withFigures(before, figuresOf(study));
  const plot = plotOf(study);
  if (isCheck) {
    const isSame = page === before && existsSync(plotPath) && readFileSync(plotPath, 'utf8') === plot;
    return isMatching(PAGE, isSame);
  }
  writeFileSync(pagePath, page);
  writeFileSync(plotPath, plot);
  process.stdout.write(`${figuresOf(study)}\n\nWritten to ${PAGE} and ${PLOT}.\n`);
  return true;
}

/** Writes the page of allocations. @param isCheck - compares it only. @returns true when it matches the data. */
function writeAllocations(root: string, isCheck: boolean): boolean {
  const path = join(ROOT, ALLOCATIONS);
  const before = readFileSync(path, 'utf8');
  const figures = allocationFigures(readLists(root));
  const page = withFigures(before, figures);
  if (isCheck) return isMatching(ALLOCATIONS, page === before);
  writeFileSync(path, page);
  process.stdout.write(`${figures}\n\nWritten to ${ALLOCATIONS}.\n`);
  return true;
}

function isMatching(page: string, isSame: boolean): boolean {
  const words = isSame ? 'matches the data' : 'does not match the data: run npm run backtest and commit it';
  process.stdout.write(`${page} ${words}.\n`);
  return isSame;
}

void runProgram(USAGE, backtest);
