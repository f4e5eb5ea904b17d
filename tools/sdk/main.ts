import { join } from 'node:path';
import { makeScratch, runProgram, type Work } from '../bench/process/program';
import { Board, CheckFailure } from './board/board';
import { checkAll, checkSizes, install, pack } from './check';
import { parseCommand, USAGE } from './options';

const PATIENCE_MS = 10 * 60_000;

/** Whether all that was asked for went well. */
const work: Work = async (undo, giveUp) => {
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  const command = parseCommand(process.argv.slice(2));
  if (command === null) {
    tell(USAGE);
    return true;
  }
  const patience = setTimeout(() => giveUp('The checks take too long'), PATIENCE_MS);
  const workshop = { root: join(__dirname, '../../..'), scratch: await makeScratch('sdk', undo), undo, tell };
  const board = new Board(tell);
  const began = performance.now();
  try {
    if (command === 'pack') await pack(workshop);
    if (command === 'sizes') await checkSizes(board, await install(workshop, await pack(workshop)), tell);
    if (command === 'check') await checkAll(workshop, board);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    tell(`There is nothing to check:\n${error.message}`);
    return false;
  } finally {
    clearTimeout(patience);
  }
  if (command === 'pack') return true;
  tell(`\n${board.verdict()}, in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return board.isWell;
};

void runProgram(USAGE, work);
