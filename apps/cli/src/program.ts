import { PLANS } from '@droptrack/contracts';
import { Command, Option } from 'commander';
import { version } from '../package.json';
import { registerCatalogue } from './program-catalogue';
import { registerKeys } from './program-keys';
import { registerLists } from './program-lists';
import { registerScore } from './program-score';
import { registerSignals } from './program-signals';
import { registerSnapshots } from './program-snapshots';
import { registerWebhooks } from './program-webhooks';
import { configOf, databaseDeps, type Session } from './runtime';
import { integer, withExamples } from './usage';

/**
 * The whole command line: names, options and help. What a command does is loaded
 * once it is known which one is meant, so that help and errors come at once.
 *
 * @param end - given the exit code of the command that ran.
 */
export function createProgram(session: Session, end: (code: number) => void): Command {
  const program = new Command('droptrack')
    .description('Runs and tends Droptrack, the drop-tracking service.')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--json', 'print one JSON document, for programs')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => session.stdout.write(text),
      writeErr: (text) => void (session.output.isJson || session.stderr.write(text)),
    })
    .exitOverride();
  withExamples(program, [], ['npm start', 'droptrack keys issue --plan pro --label "my app"', 'droptrack doctor']);
  registerUp(program, session, end);
  registerKeys(program, session, end, PLANS);
  registerCatalogue(program, session, end);
  registerLists(program, session, end);
  registerSignals(program, session, end);
  registerScore(program, session, end);
  registerSnapshots(program, session, end);
  registerWebhooks(program, session, end);
  registerDoctor(program, session, end);
  return program;
}

function registerUp(program: Command, session: Session, end: (code: number) => void): void {
  const up = program
    .command('up')
    .summary('run the whole service')
    .description(
      'Runs the whole service until Ctrl-C: a PostgreSQL of its own unless DATABASE_URL names one, the catalogue, ' +
        'the worker and the API. What `npm start` does.',
    )
    .option('--demo', 'demo keys and made-up drops, also on a database of your own or in production')
    .addOption(
      new Option('--port <port>', 'port of the API, in place of PORT; 0 for any').argParser(integer(0, 65_535)),
    )
    .action(async (options: { demo?: boolean; port?: number }) => {
      const [{ up: run }, { watchInterruption }] = await Promise.all([
        import('./commands/up'),
        import('./up/interruption'),
      ]);
      const interruption = watchInterruption(session.signals, () => session.now().getTime());
      const config = configOf(session);
      const args = { demo: options.demo ?? false, ...(options.port !== undefined && { port: options.port }) };
      try {
        end(await run(args, { ...session, config, interruption }));
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
    .summary('look for what is wrong')
    .description(
      'Checks what the service stands on (settings, database, log, worker, webhooks, API) and says what to do. Changes nothing.',
    )
    .action(async () => {
      const [{ doctor }, { examineDatabase }, { openWebhookBox }, { withDatabaseUrl }, { readService }] =
        await Promise.all([
          import('./commands/doctor'),
          import('./doctor/examine-database'),
          import('./database/webhook-box'),
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
