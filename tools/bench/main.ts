import { join } from 'node:path';
import { BENCHES } from './benches';
import { BenchContext } from './context';
import { parseOptions, USAGE } from './options';
import { planOf } from './plan';
import { chooseCores } from './process/cores';
import { makeScratch, runProgram, type Work } from './process/program';
import { describeEnvironment } from './report/environment';
import type { Measurement } from './report/measurement';
import { formatReport, reportAsJson } from './report/report';

const root = join(__dirname, '../../..');

const run: Work = async (cleanup, giveUp) => {
  const { only, isSmoke, isJson, isHelp, rows } = parseOptions(process.argv.slice(2));
  if (isHelp) {
    process.stdout.write(`${USAGE}\n`);
    return true;
  }
  const plan = planOf(isSmoke, rows);
  const cores = chooseCores();
  const environment = describeEnvironment(root, cores, new Date());
  const scratch = await makeScratch('bench', cleanup);
  const timeout = setTimeout(() => giveUp('The benches take too long'), plan.timeoutMs);
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const context = new BenchContext({ plan, root, programs: __dirname, scratch, cores, cleanup, progress });
  const results: Record<string, Measurement[]> = {};
  for (const name of only) {
    const began = performance.now();
    progress(`${name}: ${BENCHES[name][1]}`);
    results[name] = await BENCHES[name][0](context);
    progress(`${name}: done in ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  clearTimeout(timeout);
  process.stdout.write(`${(isJson ? reportAsJson : formatReport)(environment, results, isSmoke)}\n`);
  return true;
};

void runProgram(USAGE, run);
