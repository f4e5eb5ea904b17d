import { loadavg } from 'node:os';
import { join } from 'node:path';
import { BENCHES } from './benches';
import { BenchContext } from './context';
import { parseOptions, USAGE } from './options';
import { planOf } from './plan';
import { chooseCores } from '../processes/cores';
import { makeScratch, runProgram, type Work } from '../processes/program';
import { describeEnvironment } from './report/environment';
import { publish } from './report/publish';
import { formatReport, reportAsJson, type Results } from './report/report';

const root = join(__dirname, '../../..');

const run: Work = async (cleanup, giveUp) => {
  const { only, isSmoke, isJson, isPublished, isHelp, rows, rounds } = parseOptions(process.argv.slice(2));
  if (isHelp) {
    process.stdout.write(`${USAGE}\n`);
    return true;
  }
  const plan = planOf(isSmoke, rounds);
  const cores = chooseCores();
  const environment = describeEnvironment(root, cores, new Date());
  const scratch = await makeScratch('bench', cleanup);
  const timeout = setTimeout(() => giveUp('The benches take too long'), plan.timeoutMs);
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const childProgram = join(__dirname, 'child.cjs');
  const context = new BenchContext({ plan, isSmoke, rows, root, childProgram, scratch, cores, cleanup, progress });
  const results: Results = {};
  for (const name of only) {
    const [began, [load = Number.NaN]] = [performance.now(), loadavg()];
    progress(`${name}: ${BENCHES[name][1]}`);
    results[name] = { load, rounds: plan.rounds, measurements: await BENCHES[name][0](context) };
    // Each bench by itself: a later one may fail.
    if (isPublished) await publish(root, environment, { [name]: results[name] });
    progress(`${name}: done in ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  clearTimeout(timeout);
  process.stdout.write(`${(isJson ? reportAsJson : formatReport)(environment, results, isSmoke)}\n`);
  return true;
};

void runProgram(USAGE, run);
