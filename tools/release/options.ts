import { parseArgs } from 'node:util';
import { ReleaseError } from './release-error';

/** What was asked for on the command line. */
export interface Options {
  /** Shows everything and changes nothing. */
  readonly isDryRun: boolean;
  /** Sends commit and tag to `origin`. */
  readonly push: boolean;
  /** Sends the package to the registry. */
  readonly publish: boolean;
  /** Where to; null: where npm publishes to. */
  readonly registry: string | null;
}

export const USAGE = `Usage: npm run release -- [--dry-run] [--push] [--publish [--registry url]]

Releases @droptrack/sdk: version and changelog from the commits since the last tag, one commit, one tag.
Nothing leaves the machine without --push (commit and tag to origin) and --publish (package to the registry).

  --dry-run   shows version, changelog, files and tag, and changes nothing; needs no network

What was released but not sent, because a push or the registry failed, is sent when the same command is run again.
Ends with 0 when all went well or there is nothing to release, 1 when anything failed.`;

/**
 * Null when help is asked for.
 *
 * @throws {ReleaseError} for what is not known.
 */
export function parseOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help === true) return null;
  const { 'dry-run': isDryRun = false, push = false, publish = false, registry = null } = values;
  if (registry !== null && !publish) throw new ReleaseError('--registry says where to --publish');
  return { isDryRun, push, publish, registry };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean' },
        push: { type: 'boolean' },
        publish: { type: 'boolean' },
        registry: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
