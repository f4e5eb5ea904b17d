import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ReleaseError } from './plan';
import { type Options, release } from './release';

const USAGE = `Usage: npm run release -- [--dry-run] [--push] [--publish | --tarball directory] [--registry url]

Releases @droptrack/sdk: version and changelog from the commits since the last tag, one commit, one tag.
Without --push (commit and tag to origin) and --publish (package to the registry), nothing leaves the machine.

  --dry-run   shows version, changelog, files and tag, and changes nothing; needs no network
  --tarball   writes the tarball that --publish would send; nothing if the registry has the version
  --registry  URL of the registry; by default the one that npm publishes to

After a failed push or publication, the same command sends the rest.
Exit codes: 0 success or nothing to release, 1 failure.`;

/**
 * Parses the command line; null for help.
 *
 * @throws {ReleaseError} for unknown or contradictory options.
 */
function parseOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help === true) return null;
  const { 'dry-run': isDryRun = false, push = false, publish = false, tarball = null, registry = null } = values;
  if (publish && tarball !== null) throw new ReleaseError('--publish and --tarball exclude each other');
  if (registry !== null && !publish && tarball === null)
    throw new ReleaseError('--registry requires --publish or --tarball');
  return { isDryRun, push, publish, tarball: tarball === null ? null : resolve(tarball), registry };
}

function parse(args: string[]) {
  try {
    const [flag, text] = [{ type: 'boolean' }, { type: 'string' }] as const;
    const options = { 'dry-run': flag, push: flag, publish: flag, tarball: text, registry: text, help: flag };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (options === null) print(USAGE);
  else await release(join(__dirname, '../../..'), options, print);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ReleaseError ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
