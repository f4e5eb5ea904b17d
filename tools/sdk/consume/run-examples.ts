import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Board, CheckFailure } from '../board/board';
import { mustRunNode } from '../board/command';
import { compilerAt } from './compilers';
import { consumerEnvironment, type DemoApi } from './demo-api';
import { copyConsumer } from './installed';

/** How an example is run, and what it says when it works. */
interface ExampleRun {
  readonly args: readonly string[];
  readonly says: RegExp;
}

/** The root of the tree whose leaf is in answers.ndjson. */
const ROOT = '0x319c4c1b46696d8759508ff440f17fe91a370090e73ff625f79ddc306cb7998e';

const runs = ({ drop }: DemoApi): Readonly<Record<string, ExampleRun>> => ({
  'calendar-to-ics': { args: [], says: /^BEGIN:VCALENDAR\r\n[^]*BEGIN:VEVENT[^]*END:VCALENDAR\s*$/ },
  'check-wallets': { args: ['wallets.txt', drop], says: /0xd8dA6BF2\S+: ineligible\n[^]*: invalid_wallet\n1 [^]*, 1 / },
  'live-by-value': { args: ['3'], says: /^(?:.+: \$[\d.]+ \(.+\), costs .+, hype \d+\n){3}$/ },
  'pull-snapshot': { args: ['drops.ndjson'], says: /^\d{2,} drops, complete as of / },
  'receive-webhooks': { args: [], says: /^Linea: upcoming → live\s*$/ },
  'verify-proof': { args: ['answers.ndjson', ROOT], says: /: 1500000000000000000000 proven\n.*: no proof\n$/ },
  'watch-score': { args: [drop, '1', '1'], says: /\d+ points match the rules\n.+/ },
});

/** What is run in the place of an example that waits to be called. */
const CALLERS: Readonly<Record<string, string>> = { 'receive-webhooks': 'deliver.mjs' };

/** Compiles the package's examples against the tarball, and runs each against the service. */
export async function checkExamples(
  board: Board,
  { root, project, api }: { root: string; project: string; api: Promise<DemoApi> },
): Promise<void> {
  await board.check('the examples', async () => {
    const directory = await copyConsumer(root, project, 'examples');
    await cp(join(root, 'libs/sdk/examples'), directory, { recursive: true });
    await mustRunNode([compilerAt(root, 'typescript'), '--pretty', 'false'], { cwd: directory });
    const names = (await readdir(directory)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
    const given = await api;
    for (const name of names) await runExample(directory, name, given);
    if (names.length === 0) throw new CheckFailure('there are none');
    return names.join(', ');
  });
}

async function runExample(cwd: string, name: string, api: DemoApi): Promise<void> {
  const run = runs(api)[name];
  if (run === undefined) throw new CheckFailure(`${name} is run by nothing; say how in run-examples.ts`);
  const program = CALLERS[name] ?? `${name}.js`;
  const said = await mustRunNode([program, ...run.args], { cwd, env: consumerEnvironment(api) });
  if (!run.says.test(said))
    throw new CheckFailure(`${name} says, which is not ${String(run.says)}:\n${said.slice(0, 2_000)}`);
}
