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

/** Wallet, root and contract of the claim in action.json. */
const CLAIM = [
  '0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1',
  '0xfa6b28c3ddc1df65a402eaeee610fc3bbfefc5648bf78c5951aa9707fd1d2f17',
  'eip155:10:0xD1d1d1D1d1d1D1d1D1D1D1d1d1D1D1D1d1D1d1d1',
];

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
  'send-claim': {
    args: ['action.json', ...CLAIM],
    prints: /^verified: up to 100000000000000000000 for 0xa1a1\S+\nviem .+\nethers .+\nwagmi .+0x2e7ba6ef/,
  },
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
