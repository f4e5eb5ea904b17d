import { join } from 'node:path';
import { parseOptions, USAGE } from './options';
import { FULL, type Plan, SMOKE, withRows } from './plan';
import { chooseCores } from './process/cores';
import { makeScratch, runProgram, type Work } from './process/program';
import { describeEnvironment } from './report/environment';
import { formatReport, presentReport } from './report/present';
import { runBenches } from './run';

const bench: Work = async (cleanup, giveUp) => {
  const { only, isSmoke, isJson, rows } = parseOptions(process.argv.slice(2));
  const plan = rows === null ? planOf(isSmoke) : withRows(planOf(isSmoke), rows);
  const root = join(__dirname, '../../..');
  const cores = chooseCores();
  const environment = describeEnvironment(root, cores, new Date());
  const scratch = await makeScratch('bench', cleanup);
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const patience = setTimeout(() => giveUp('The benches take too long'), plan.patienceMs);
  const measurements = await runBenches(only, { plan, root, programs: __dirname, scratch, cores, cleanup, progress });
  clearTimeout(patience);
  const report = isJson
    ? JSON.stringify(presentReport(environment, measurements, isSmoke), null, 2)
    : formatReport(environment, measurements, isSmoke);
  process.stdout.write(`${report}\n`);
  return true;
};

const planOf = (isSmoke: boolean): Plan => (isSmoke ? SMOKE : FULL);

void runProgram(USAGE, bench);
