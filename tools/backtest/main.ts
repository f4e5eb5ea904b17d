import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BenchError } from '../bench/process/bench-error';
import { runProgram, type Work } from '../bench/process/program';
import { NoDataError } from './data/table';
import { parseOptions, USAGE } from './options';
import { figuresOf } from './report/markdown';
import { PageError, withFigures } from './report/page';
import { plotOf } from './report/plot';
import { runStudy } from './study/study';

const ROOT = join(__dirname, '../../..');
const PAGE = join(ROOT, 'docs', 'hype-validity.md');
const PLOT = join(ROOT, 'docs', 'hype-validity.svg');

/** Default folder of the data, relative to the repository. */
const DEFAULT_DATA = '../shared/data';

const backtest: Work = () => {
  const { data, isCheck } = parseOptions(process.argv.slice(2));
  const folder = resolve(ROOT, data ?? (process.env['DROPTRACK_TEST_DATA'] || DEFAULT_DATA), 'signals');
  if (isCheck && !existsSync(folder)) {
    process.stdout.write(`Not checked: there is no data in ${folder}.\n`);
    return Promise.resolve(true);
  }
  try {
    return Promise.resolve(write(folder, isCheck));
  } catch (error) {
    if (error instanceof NoDataError || error instanceof PageError) throw new BenchError(error.message);
    throw error;
  }
};

/** Writes page and plot. @param isCheck - compares them only. @returns true when they match the data. */
function write(folder: string, isCheck: boolean): boolean {
  const study = runStudy(folder);
  const before = readFileSync(PAGE, 'utf8');
  const page = withFigures(before, figuresOf(study));
  const plot = plotOf(study);
  if (isCheck) {
    const isSame = page === before && existsSync(PLOT) && readFileSync(PLOT, 'utf8') === plot;
    const words = isSame ? 'matches the data' : 'does not match the data: run npm run backtest and commit it';
    process.stdout.write(`docs/hype-validity.md ${words}.\n`);
    return isSame;
  }
  writeFileSync(PAGE, page);
  writeFileSync(PLOT, plot);
  process.stdout.write(`${figuresOf(study)}\n\nWritten to docs/hype-validity.md and docs/hype-validity.svg.\n`);
  return true;
}

void runProgram(USAGE, backtest);
