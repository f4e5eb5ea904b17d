import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { AcceptTarget } from './discover/accept-target';
import { CliError, INVALID_ARGUMENT } from './output/cli-error';
import { byOption, candidateArgument, discoverDeps, operatorOf } from './program-discover-terms';
import type { Session } from './runtime';
import { withExamples } from './usage';

interface AcceptFlags {
  readonly auto?: boolean;
  readonly id?: string;
  readonly out?: string;
  readonly origin?: string;
  readonly force?: boolean;
  readonly reason: string;
  readonly by?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Origin of the drops that automatic acceptance creates. */
const DISCOVERED = 'discovered';

/** Registers `droptrack discover accept`. */
export function registerAccept(discover: Command, session: Session, end: (code: number) => void): void {
  const accept = discover
    .command('accept')
    .summary('accept a candidate as a drop')
    .description(
      'Accepts a candidate: --out writes its catalogue file, with a source for each fact, for a review of the ' +
        'difference; --origin publishes it at once. With --auto, all candidates whose list has the root of their ' +
        'contract and that fulfil the other conditions of docs/discovery.md.',
    )
    .addArgument(candidateArgument().argOptional())
    .option('--id <slug>', 'id of the drop (default: from its name)')
    .option('--out <dir>', 'write the catalogue file to this folder')
    .option('--origin <name>', 'publish without a file, in this set of drops, such as discovered')
    .option('--auto', 'accept every candidate that fulfils the rule of automatic acceptance (--origin discovered)')
    .option('--force', 'replace a file that exists')
    .option('--reason <text>', 'reason, stored with the decision', 'reviewed')
    .addOption(byOption())
    .option('--dry-run', 'show the definition, or the missing conditions, without changing anything')
    .option('--yes', 'skip the confirmation')
    .action(async (candidateId: number | undefined, flags: AcceptFlags) => {
      end(await runAccept(session, candidateId ?? null, flags));
    });
  withExamples(
    accept,
    ['discover', 'accept'],
    [
      'droptrack discover accept 12 --out prisma/catalogue --dry-run',
      'droptrack discover accept 12 --out prisma/catalogue --id linea-season-2',
      'droptrack discover accept 12 --origin discovered --yes --json',
      'droptrack discover accept --auto --dry-run',
    ],
  );
}

async function runAccept(session: Session, candidateId: number | null, flags: AcceptFlags): Promise<number> {
  const { auto: isAuto = false, dryRun = false, yes = false } = flags;
  if (isAuto === (candidateId !== null)) throw usage('Pass either the id of a candidate, or --auto');
  const target = await targetOf(session, flags);
  const by = await operatorOf(flags.by);
  const deps = { ...session, ...discoverDeps(session) };
  if (candidateId === null) {
    if (flags.id !== undefined) throw usage('--id is for one candidate, not for --auto');
    const [{ acceptAuto }, { createCampaignStates }, { loadDiscovery }] = await Promise.all([
      import('./commands/discover-accept-auto'),
      import('./discover/campaign-states'),
      import('./config/discovery'),
    ]);
    const campaigns = createCampaignStates(loadDiscovery(session.env).finders.evmCampaigns.rpcUrls);
    const run = acceptAuto({ target, by, dryRun, yes }, { ...deps, stateOf: campaigns.stateOf });
    return run.finally(campaigns.close);
  }
  const { acceptOne } = await import('./commands/discover-accept');
  const { id = null, reason } = flags;
  return acceptOne({ candidateId, id, target, reason, by, dryRun, yes, cwd: session.cwd }, deps);
}

/** @throws {CliError} unless there is exactly one target; --auto has a default. */
async function targetOf(session: Session, { auto, out, origin, force = false }: AcceptFlags): Promise<AcceptTarget> {
  if (out !== undefined && origin !== undefined) throw usage('--out and --origin exclude each other');
  if (out !== undefined) return { kind: 'file', directory: resolve(session.cwd, out), force };
  const named = origin ?? (auto === true ? DISCOVERED : undefined);
  if (named === undefined)
    throw usage(`Pass --out <dir> for a catalogue file, or --origin ${DISCOVERED} to publish at once`);
  const { assertOrigin } = await import('./commands/catalogue');
  assertOrigin(named);
  return { kind: 'database', origin: named };
}

const usage = (message: string): CliError =>
  new CliError(INVALID_ARGUMENT, message, { hint: 'See: droptrack discover accept --help' });
