import { join } from 'node:path';
import { makeScratch, runProgram, type Work } from '../bench/process/program';
import { Findings } from './findings';
import { parseOptions, USAGE } from './options';
import { FULL, SMOKE } from './plan';
import { runChecks } from './run';

/** Whether all was found as promised. */
const check: Work = async (cleanup, giveUp) => {
  const { isSmoke, isJson, isHelp } = parseOptions(process.argv.slice(2));
  if (isHelp) {
    process.stdout.write(`${USAGE}\n`);
    return true;
  }
  const plan = isSmoke ? SMOKE : FULL;
  const patience = setTimeout(() => giveUp('The checks take too long'), plan.patienceMs);
  const scratch = await makeScratch('instances', cleanup);
  const progress = (line: string): void => void process.stderr.write(`${line}\n`);
  const findings = new Findings(isJson ? progress : (line) => void process.stdout.write(`${line}\n`));
  await runChecks({ plan, root: join(__dirname, '../../..'), scratch, cleanup, findings, progress });
  clearTimeout(patience);
  const { all, skipped, failed } = findings;
  const json = { smoke: isSmoke, ok: failed.length === 0, findings: all, left_out: skipped };
  process.stdout.write(`${isJson ? JSON.stringify(json, null, 2) : findings.verdict()}\n`);
  return failed.length === 0;
};

void runProgram(USAGE, check);
