import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CatalogueReading } from './catalogue/read-catalogue';
import { type Session, withDatabase } from './runtime';
import { formerAcceptMismatch, withExamples } from './usage';

interface ApplyFlags {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly acceptMismatch?: boolean;
  readonly origin: string;
}

/** Registers `droptrack catalogue …`. */
export function registerCatalogue(program: Command, session: Session, end: (code: number) => void): void {
  const catalogue = program
    .command('catalogue')
    .summary('check and apply catalogue files')
    .description('Manage catalogue files: one YAML file per drop, in the format of docs/catalogue.md.');
  withExamples(catalogue, ['catalogue'], ['droptrack catalogue check my-drops', 'droptrack catalogue apply my-drops']);
  registerApply(catalogue, session, end);
  registerCheck(catalogue, session, end);
}

function registerApply(catalogue: Command, session: Session, end: (code: number) => void): void {
  const apply = catalogue
    .command('apply <dir>')
    .summary('apply the files of a folder to the service')
    .description(
      'Applies the catalogue files of a folder to the database. All files are applied in one transaction; if any file ' +
        'has an error, nothing changes. Idempotent.',
    )
    .option('--dry-run', 'show the changes without making them')
    .option('--prune', 'archive drops of this origin that have no file in the folder')
    .option('--accept-mismatch', 'accept numbers of wallets above those of active lists')
    .addOption(formerAcceptMismatch())
    .option('--origin <name>', 'name of this set of files; drops of another origin are never changed', 'catalogue')
    .action(async (dir: string, { dryRun = false, prune = false, acceptMismatch = false, origin }: ApplyFlags) => {
      const [{ applyCatalogue }, { readCatalogue }] = await load(import('./commands/catalogue'));
      const args = { directory: resolve(session.cwd, dir), cwd: session.cwd, dryRun, prune, acceptMismatch, origin };
      const code = await applyCatalogue(args, {
        readCatalogue,
        output: session.output,
        withDatabase: (work) => withDatabase(session, work),
        now: session.now,
      });
      end(code);
    });
  withExamples(
    apply,
    ['catalogue', 'apply'],
    [
      'droptrack catalogue apply prisma/catalogue --dry-run',
      'droptrack catalogue apply prisma/catalogue --prune',
      'droptrack catalogue apply my-drops --origin mine',
    ],
  );
}

function registerCheck(catalogue: Command, session: Session, end: (code: number) => void): void {
  const check = catalogue
    .command('check <dir>')
    .summary('report every error in the files')
    .description('Reads the files of a folder and reports every error as file:line:column. Needs no database.')
    .option(
      '--rpc',
      'also ask each distributor about a made-up wallet, at the nodes of EVM_RPC_URLS and SOLANA_RPC_URLS',
    )
    .action(async (dir: string, { rpc = false }: { readonly rpc?: boolean }) => {
      const [{ checkCatalogue }, { readCatalogue }] = await load(import('./commands/catalogue'));
      const args = { directory: resolve(session.cwd, dir), cwd: session.cwd };
      const probeClaims = rpc ? await claimProbe(session.env) : null;
      end(await checkCatalogue(args, { readCatalogue, probeClaims, output: session.output }));
    });
  withExamples(
    check,
    ['catalogue', 'check'],
    ['droptrack catalogue check prisma/catalogue', 'droptrack catalogue check prisma/catalogue --rpc'],
  );
}

/** @throws {CliError} without a valid address of a node. */
async function claimProbe(env: Session['env']) {
  const { probeClaims, readClaimUrls } = await import('./catalogue/probe-claims');
  const urls = readClaimUrls(env);
  return (reading: CatalogueReading) => probeClaims(reading, urls, Date.now());
}

const load = <T>(command: Promise<T>) => Promise.all([command, import('./catalogue/read-catalogue')]);
