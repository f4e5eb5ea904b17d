import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Session, withDatabase } from './runtime';
import { withExamples } from './usage';

interface ApplyFlags {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly origin: string;
}

/** Registers `droptrack catalogue …`. */
export function registerCatalogue(program: Command, session: Session, end: (code: number) => void): void {
  const catalogue = program
    .command('catalogue')
    .summary('check and apply catalogue files')
    .description('Catalogue files: one YAML file a drop (docs/catalogue.md says how they are written).');
  withExamples(catalogue, ['catalogue'], ['droptrack catalogue check my-drops', 'droptrack catalogue apply my-drops']);
  registerApply(catalogue, session, end);
  registerCheck(catalogue, session, end);
}

function registerApply(catalogue: Command, session: Session, end: (code: number) => void): void {
  const apply = catalogue
    .command('apply <dir>')
    .summary('make the service say what the files say')
    .description(
      'Makes the service say what the files of a folder say: all of it, or with any fault nothing. ' +
        'Applying the same again changes nothing.',
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--prune', 'archive drops of this origin that the folder lacks')
    .option('--origin <name>', "which set of files this is; a set never touches another's drops", 'catalogue')
    .action(async (dir: string, { dryRun = false, prune = false, origin }: ApplyFlags) => {
      const [{ applyCatalogue }, { readCatalogue }] = await load(import('./commands/catalogue-apply'));
      const args = { directory: resolve(session.cwd, dir), cwd: session.cwd, dryRun, prune, origin };
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
    .summary('find every fault in the files')
    .description('Reads the files of a folder and shows every fault as file:line:column. Needs no database.')
    .action(async (dir: string) => {
      const [{ checkCatalogue }, { readCatalogue }] = await load(import('./commands/catalogue-check'));
      const args = { directory: resolve(session.cwd, dir), cwd: session.cwd };
      end(await checkCatalogue(args, { readCatalogue, output: session.output }));
    });
  withExamples(check, ['catalogue', 'check'], ['droptrack catalogue check prisma/catalogue']);
}

const load = <T>(command: Promise<T>) => Promise.all([command, import('./catalogue/read-catalogue')]);
