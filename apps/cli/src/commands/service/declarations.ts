import type { Session } from '../../session/session';
import { type CommandDeclaration, integer } from '../declare';
import type { ServiceName } from './start/service-process';

export const up: CommandDeclaration = {
  name: 'up',
  summary: 'run the whole service',
  description:
    'Applies the migrations, and runs the API, the worker and the explorer until Ctrl-C. Without DATABASE_URL, it starts an ' +
    'embedded PostgreSQL and loads the catalogue. `npm start` runs this command.',
  options: {
    '--demo': 'create demo keys and sample drops even if DATABASE_URL is set or NODE_ENV is production',
    '--catalogue [dir]': 'load a catalogue even if DATABASE_URL is set (default: the one that is shipped)',
    '--port <port>': [
      'port of the API, overrides PORT; 0 for any free port (default: PORT, or 3000)',
      { parse: integer(0, 65_535) },
    ],
  },
  examples: [
    'npm start',
    'PORT=3001 npm start',
    'DROPTRACK_HOME=~/.droptrack-2 PORT=3001 npm start',
    'droptrack up --port 0 --json',
    'DATABASE_URL=postgres://droptrack@db.example.com/droptrack NODE_ENV=production droptrack up',
  ],
  load: async () => (await import('./up')).up,
};

export const migrate: CommandDeclaration = {
  name: 'migrate',
  summary: 'apply the migrations of this version',
  description:
    'Applies all pending migrations to the database, each in a transaction of its own, and prints its duration. Safe to run ' +
    'from several processes at once: one applies them, the others wait. The order of an upgrade is: migrate, workers, API.',
  options: { '--check': 'list pending migrations without applying them; exits with code 1 if there are any' },
  examples: [
    'DATABASE_URL=postgres://droptrack@db.example.com/droptrack droptrack migrate',
    'droptrack migrate --check',
    'droptrack migrate --check --json',
  ],
  load: async () => (await import('./migrate')).applyOrCheck,
};

/** Note on the output, the same for each program. */
const OUTPUT =
  'The program runs in this process, and writes its log to standard output as JSON lines. If it cannot start, the last line ' +
  'has the level `fatal` and the reason, and the exit code is 1, or 2 for invalid settings. .env.example lists all settings.';

/** A program of the service, which runs until it ends the process. */
const program = (name: ServiceName, summary: string, description: string, examples: string[]): CommandDeclaration => ({
  name,
  summary,
  description: `${description}\n\n${OUTPUT}`,
  examples,
  load: async () => async (_: object, session: Session) => {
    session.runProgram(session.places[name]);
    return 0;
  },
});

/** `droptrack api`, `droptrack worker` and `droptrack explorer`. */
export const programs: readonly CommandDeclaration[] = [
  program(
    'api',
    'run the API alone',
    'Runs the API on HOST and PORT until SIGTERM or Ctrl-C. It needs DATABASE_URL, with the migrations of this version ' +
      '(`droptrack migrate`).',
    ['droptrack api', 'DATABASE_URL=postgres://droptrack@db.example.com/droptrack PORT=8080 droptrack api'],
  ),
  program(
    'worker',
    'run the worker alone',
    'Runs the worker until SIGTERM or Ctrl-C: it polls the sources, computes scores and delivers webhooks. It needs ' +
      'DATABASE_URL, with the migrations of this version (`droptrack migrate`). Several workers share the work.',
    ['droptrack worker', 'SOURCES_OFF=reddit WORKER_METRICS_PORT=9466 droptrack worker'],
  ),
  program(
    'explorer',
    'run the site alone',
    'Runs the explorer on EXPLORER_HOST and EXPLORER_PORT until SIGTERM or Ctrl-C, without a database. It reads the API at ' +
      'EXPLORER_API_URL with EXPLORER_API_KEY.',
    ['droptrack explorer', 'EXPLORER_API_URL=https://api.example.com EXPLORER_PORT=8080 droptrack explorer'],
  ),
];
