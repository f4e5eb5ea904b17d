import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BenchError } from '../bench/process/bench-error';
import { runProgram, type Work } from '../bench/process/program';
import { NoDataError } from './data/no-data.error';
import { parseOptions, USAGE } from './options';
import { figuresOf } from './report/markdown';
import { PageError, withFigures } from './report/page';
import { plotOf } from './report/plot';
import { runStudy } from './study';

const ROOT = join(__dirname, '../../..');
const PAGE = join(ROOT, 'docs', 'hype-validity.md');
const PLOT = join(ROOT, 'docs', 'hype-validity.svg');

/** Where the data is when nobody says: beside the clone. Paths begin at the clone. */
const USUAL_DATA = '../shared/data';

const backtest: Work = () => {
  const { data, isCheck } = parseOptions(process.argv.slice(2));
  const folder = resolve(ROOT, data ?? (process.env['DROPTRACK_TEST_DATA'] || USUAL_DATA), 'signals');
  if (isCheck && !existsSync(folder)) {
    process.stdout.write(`Not checked: there is no ${folder}, and with it no data.\n`);
    return Promise.resolve(true);
  }
  try {
    return Promise.resolve(write(folder, isCheck));
  } catch (error) {
    if (error instanceof NoDataError || error instanceof PageError) throw new BenchError(error.message);
    throw error;
  }
};

/** Brings page and plot up to date, or only tells whether they are. */
function write(folder: string, isCheck: boolean): boolean {
  const study = runStudy(folder);
  const before = readFileSync(PAGE, 'utf8');
  const page = withFigures(before, figuresOf(study));
  const plot = plotOf(study);
  if (isCheck) {
    const isSame = page === before && existsSync(PLOT) && readFileSync(PLOT, 'utf8') === plot;
    const words = isSame ? 'is what the data says' : 'is not what the data says: run npm run backtest and commit it';
    process.stdout.write(`docs/hype-validity.md ${words}.\n`);
    return isSame;
  }
  writeFileSync(PAGE, page);
  writeFileSync(PLOT, plot);
  process.stdout.write(`${figuresOf(study)}\n\nWritten to docs/hype-validity.md and docs/hype-validity.svg.\n`);
  return true;
}

void runProgram(USAGE, backtest);
