import { join } from 'node:path';
import { parseOptions, USAGE } from './options';
import { release } from './release';
import { ReleaseError } from './release-error';

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const tell = (words: string): void => void process.stdout.write(`${words}\n`);
  if (options === null) tell(USAGE);
  else await release(join(__dirname, '../../..'), options, tell);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ReleaseError ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
