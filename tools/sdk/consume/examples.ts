import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../check-runner';
import { mustRunNode } from '../command';
import { type Consumer, consumerEnvironment, type DemoApi } from './demo-api';
import { compilerAt } from './typescript';

/** Arguments of an example, and the output that it must print. */
interface ExampleRun {
  readonly args: readonly string[];
  readonly prints: RegExp;
}

/** Merkle root of the tree whose leaf is in answers.ndjson. */
const ROOT = '0x319c4c1b46696d8759508ff440f17fe91a370090e73ff625f79ddc306cb7998e';

const runs = ({ drop }: DemoApi): Readonly<Record<string, ExampleRun>> => ({
  'check-wallets': {
    args: ['wallets.txt', drop],
    prints: /0xd8dA6BF2\S+: ineligible\n[^]*: invalid_wallet\n1 [^]*, 1 /,
  },
  'follow-drops': { args: ['live', '2'], prints: /^\d+ drops are live, as of .+\n.+\n$/ },
  'live-by-value': { args: ['3'], prints: /^(?:.+: \$[\d.]+ \(.+\), costs .+, hype \d+\n){3}$/ },
  'pull-snapshot': { args: ['drops.ndjson'], prints: /^\d{2,} drops, complete as of / },
  'receive-webhooks': { args: [], prints: /^Linea: upcoming → live\s*$/ },
  'calendar-feed': { args: [drop], prints: /: http\S+\/dtf_\w{36}\.ics\n[^]*: webcal:\S+\.ics\s*$/ },
  'verify-proof': { args: ['answers.ndjson', ROOT], prints: /: 1500000000000000000000 proven\n.*: no proof\n$/ },
  'watch-score': { args: [drop, '1', '1'], prints: /\d+ points match the rules\n.+/ },
});

/** Programs that run in place of an example which waits for requests: they start it and send some. */
const CALLERS: Readonly<Record<string, string>> = { 'receive-webhooks': 'deliver.mjs' };

/**
 * Compiles the package's examples against the tarball in a CommonJS project, as `npm init` creates it, and runs each against the
 * service.
 */
export async function checkExamples({ root, project, api }: Consumer): Promise<string> {
  const cwd = join(project, 'examples');
  await cp(join(root, 'libs/sdk/examples'), cwd, { recursive: true });
  await mustRunNode([compilerAt(root, 'typescript'), '--pretty', 'false'], { cwd });
  const names = (await readdir(cwd)).filter((file) => file.endsWith('.mts')).map((file) => file.slice(0, -4));
  const demo = await api;
  await Promise.all(names.map((name) => runExample(cwd, name, demo)));
  if (names.length === 0) throw new CheckFailure('there are no examples');
  return names.join(', ');
}

async function runExample(cwd: string, name: string, api: DemoApi): Promise<void> {
  const run = runs(api)[name];
  if (run === undefined) throw new CheckFailure(`${name} does not run yet; add it to tools/sdk/consume/examples.ts`);
  const program = CALLERS[name] ?? `${name}.mjs`;
  const output = await mustRunNode([program, ...run.args], { cwd, env: consumerEnvironment(api) });
  if (run.prints.test(output)) return;
  throw new CheckFailure(`${name} printed text that does not match ${String(run.prints)}:\n${output.slice(0, 2_000)}`);
}
