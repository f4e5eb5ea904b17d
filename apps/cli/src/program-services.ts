import type { Command } from 'commander';
import type { Session } from './runtime';
import type { ServiceName } from './up/service-process';
import { withExamples } from './usage';

const SERVICES: readonly {
  readonly name: ServiceName;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
}[] = [
  {
    name: 'api',
    summary: 'run the API alone',
    description:
      'Runs the API on HOST and PORT until SIGTERM or Ctrl-C. It needs DATABASE_URL, with the migrations of this version ' +
      '(`droptrack migrate`).',
    examples: ['droptrack api', 'DATABASE_URL=postgres://droptrack@db.example.com/droptrack PORT=8080 droptrack api'],
  },
  {
    name: 'worker',
    summary: 'run the worker alone',
    description:
      'Runs the worker until SIGTERM or Ctrl-C: it polls the sources, computes scores and delivers webhooks. It needs ' +
      'DATABASE_URL, with the migrations of this version (`droptrack migrate`). Several workers share the work.',
    examples: ['droptrack worker', 'SOURCES_OFF=reddit WORKER_METRICS_PORT=9466 droptrack worker'],
  },
  {
    name: 'explorer',
    summary: 'run the site alone',
    description:
      'Runs the explorer on EXPLORER_HOST and EXPLORER_PORT until SIGTERM or Ctrl-C, without a database. It reads the API at ' +
      'EXPLORER_API_URL with EXPLORER_API_KEY.',
    examples: ['droptrack explorer', 'EXPLORER_API_URL=https://api.example.com EXPLORER_PORT=8080 droptrack explorer'],
  },
];

/** Note on the output, the same for each program. */
const OUTPUT =
  'The program runs in this process, and writes its log to standard output as JSON lines. If it cannot start, the last line ' +
  'has the level `fatal` and the reason, and the exit code is 1, or 2 for invalid settings. .env.example lists all settings.';

/** Registers `droptrack api`, `droptrack worker` and `droptrack explorer`, which run until the program ends the process. */
export function registerServices(program: Command, session: Session): void {
  for (const { name, summary, description, examples } of SERVICES) {
    const command = program
      .command(name)
      .summary(summary)
      .description(`${description}\n\n${OUTPUT}`)
      .action(() => session.runProgram(session.places[name]));
    withExamples(command, [name], examples);
  }
}
