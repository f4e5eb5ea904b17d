import { misspeltSentence } from '@droptrack/program';
import { Command } from 'commander';
import { version } from '../package.json';
import { backup, restore } from './commands/backup/declarations';
import { catalogue } from './commands/catalogue/declarations';
import { check } from './commands/check/declarations';
import { claims } from './commands/claims/declarations';
import { addCommand, withExamples } from './commands/declare';
import { discover } from './commands/discover/declarations';
import { doctor } from './commands/doctor/declarations';
import { exportHistory } from './commands/export/declarations';
import { keys } from './commands/keys/declarations';
import { lists } from './commands/lists/declarations';
import { mcp } from './commands/mcp/declarations';
import { migrate, programs, up } from './commands/service/declarations';
import { calibration, score, signals } from './commands/signals/declarations';
import { snapshots } from './commands/snapshots/declarations';
import { webhooks } from './commands/webhooks/declarations';
import { readableText } from './output/readable';
import { misspeltOf, type Session } from './session/session';

/** Commands in the order of the help. */
const COMMANDS = [
  ...[up, migrate, ...programs, keys, catalogue, lists, check, claims, discover, signals, score, calibration],
  ...[snapshots, exportHistory, backup, restore, webhooks, mcp, doctor],
];

/**
 * Commands, options and help of the command line.
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
      writeOut: (text) => session.stdout.write(readableText(text)),
      writeErr: (text) => void (session.output.isJson || session.stderr.write(readableText(text))),
    })
    .exitOverride()
    .hook('preAction', (_, command) => noteMisspelt(command.name(), session));
  withExamples(program, ['npm start', 'droptrack keys issue --plan pro --label "my app"', 'droptrack doctor']);
  for (const declared of COMMANDS) addCommand(program, declared, session, end);
  return program;
}

/** Commands that report misspelt variables themselves: as a finding, or in the log of the program that they load. */
const REPORTING: readonly string[] = ['doctor', 'api', 'worker', 'explorer'];

function noteMisspelt(command: string, session: Session): void {
  if (REPORTING.includes(command)) return;
  for (const each of misspeltOf(session)) session.output.note(misspeltSentence(each));
}
