import { PLANS } from '@droptrack/contracts';
import { Command, Option } from 'commander';
import { version } from '../package.json';
import { registerBackup } from './program-backup';
import { registerCalibration } from './program-calibration';
import { registerCatalogue } from './program-catalogue';
import { registerCheck } from './program-check';
import { registerDiscover } from './program-discover';
import { registerExport } from './program-export';
import { registerKeys } from './program-keys';
import { registerLists } from './program-lists';
import { registerMcp } from './program-mcp';
import { registerMigrate } from './program-migrate';
import { registerScore } from './program-score';
import { registerServices } from './program-services';
import { registerSignals } from './program-signals';
import { registerSnapshots } from './program-snapshots';
import { registerWebhooks } from './program-webhooks';
import { configOf, databaseDeps, type Session } from './runtime';
import { integer, withExamples } from './usage';

/**
 * Commands, options and help of the command line. The code of a command is imported when the command runs, so that
 * help and usage errors need no start-up time.
 *
 * @param end - called with the exit code of the command.
 */
export function createProgram(session: Session, end: (code: number) => void): Command {
  const program = new Command('droptrack')
    .description('Run and operate Droptrack, the drop-tracking service.')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--json', 'print the result as one JSON document')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => session.stdout.write(text),
      writeErr: (text) => void (session.output.isJson || session.stderr.write(text)),
    })
    .exitOverride();
  withExamples(program, [], ['npm start', 'droptrack keys issue --plan pro --label "my app"', 'droptrack doctor']);
  registerUp(program, session, end);
  registerMigrate(program, session, end);
  registerServices(program, session);
  registerKeys(program, session, end, PLANS);
  registerCatalogue(program, session, end);
  registerLists(program, session, end);
  registerCheck(program, session, end);
  registerDiscover(program, session, end);
  registerSignals(program, session, end);
  registerScore(program, session, end);
  registerCalibration(program, session, end);
  registerSnapshots(program, session, end);
  registerExport(program, session, end);
  registerBackup(program, session, end);
  registerWebhooks(program, session, end);
  registerMcp(program, session, end);
  registerDoctor(program, session, end);
  return program;
}

function registerUp(program: Command, session: Session, end: (code: number) => void): void {
  const up = program
    .command('up')
    .summary('run the whole service')
    .description(
      'Applies the migrations, and runs the API, the worker and the explorer until Ctrl-C. Without DATABASE_URL, it starts an ' +
        'embedded PostgreSQL and loads the catalogue. `npm start` runs this command.',
    )
    .option('--demo', 'create demo keys and sample drops even if DATABASE_URL is set or NODE_ENV is production')
    .option('--catalogue [dir]', 'load a catalogue even if DATABASE_URL is set (default: the one that is shipped)')
    .addOption(
      new Option(
        '--port <port>',
        'port of the API, overrides PORT; 0 for any free port (default: PORT, or 3000)',
      ).argParser(integer(0, 65_535)),
    )
    .action(async ({ demo = false, ...options }: { demo?: boolean; port?: number; catalogue?: string | true }) => {
      const [{ up: run }, { watchInterruption }] = await Promise.all([
        import('./commands/up'),
        import('./up/interruption'),
      ]);
      const interruption = watchInterruption(session.signals, () => session.now().getTime());
      const config = configOf(session);
      try {
        end(await run({ demo, ...options }, { ...session, config, interruption }));
      } finally {
        interruption.end();
      }
    });
  withExamples(
    up,
    ['up'],
    [
      'npm start',
      'PORT=3001 npm start',
      'DROPTRACK_HOME=~/.droptrack-2 PORT=3001 npm start',
      'droptrack up --port 0 --json',
      'DATABASE_URL=postgres://droptrack@db.example.com/droptrack NODE_ENV=production droptrack up',
    ],
  );
}

function registerDoctor(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('doctor')
    .summary('diagnose problems')
    .description(
      'Checks the configuration, the database, the log, the worker, the sources, the webhooks, the API and the explorer, and ' +
        'reports how to fix each problem. Read-only. Exits with code 1 if a check fails.',
    )
    .action(async () => {
      const [{ doctor }, { examineDatabase }, { openWebhookBox }, { withDatabaseUrl }, { readService }] =
        await Promise.all([
          import('./commands/doctor'),
          import('./doctor/examine-database'),
          import('./config/webhook-key'),
          import('./database/with-database'),
          import('./up/service-file'),
        ]);
      const nowMs = (): number => session.now().getTime();
      const code = await doctor({
        ...session,
        readConfig: () => configOf(session),
        readService,
        withDatabase: (work) => withDatabaseUrl(databaseDeps(session), work),
        examineDatabase: (address) => {
          const config = configOf(session);
          const { allowInsecure } = config.webhooks;
          const webhooks = { openBox: () => openWebhookBox(config), allowInsecure };
          return examineDatabase(address, session.places, webhooks, nowMs);
        },
        fetch: globalThis.fetch,
      });
      end(code);
    });
  withExamples(command, ['doctor'], ['droptrack doctor', 'droptrack doctor --json']);
}
