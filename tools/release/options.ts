import { resolve } from 'node:path';
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
  /** Directory that gets what is to be published, by somebody else; null: none. */
  readonly tarball: string | null;
  /** Where to; null: where npm publishes to. */
  readonly registry: string | null;
}

export const USAGE = `Usage: npm run release -- [--dry-run] [--push] [--publish | --tarball directory] [--registry url]

Releases @droptrack/sdk: version and changelog from the commits since the last tag, one commit, one tag.
Nothing leaves the machine without --push (commit and tag to origin) and --publish (package to the registry).

  --dry-run   shows version, changelog, files and tag, and changes nothing; needs no network
  --tarball   writes what --publish would send, for somebody else to publish; nothing where the registry has it
  --registry  which one; else the one that npm publishes to

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
  const { 'dry-run': isDryRun = false, push = false, publish = false, tarball = null, registry = null } = values;
  if (publish && tarball !== null) throw new ReleaseError('Either --publish or --tarball: one of them publishes');
  if (registry !== null && !publish && tarball === null) throw new ReleaseError('--registry says where to --publish');
  return { isDryRun, push, publish, tarball: tarball === null ? null : resolve(tarball), registry };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean' },
        push: { type: 'boolean' },
        publish: { type: 'boolean' },
        tarball: { type: 'string' },
        registry: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ReleaseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
