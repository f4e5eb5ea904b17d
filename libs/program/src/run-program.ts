import process from 'node:process';
import pino from 'pino';
import { ConfigError } from './environment';
import { createLogger, LOG_LEVELS } from './logging';
import { findMisspelt, misspeltSentence, readSettingNames } from './misspelt';
import { nodeNotice } from './node-support';
import { ExpectedError, type ExpectedFailure, PROGRAM_EXIT, untilReleased } from './process';

/**
 * Runs a program of the service. An error ends the process with a last line of the log, at the level `fatal`, with a code and
 * one sentence if it is expected, else with the stack. The sentence is also written to standard error for its readers: a
 * terminal, and `droptrack up`.
 *
 * Until the program listens for SIGTERM and SIGINT itself, they end it: without a listener, a process with the id 1, as in a
 * container, would ignore them.
 *
 * @param service - name of the program, in every line of its log.
 * @param main - resolves once the program runs.
 * @param explain - expected errors of the parts that the program uses; null for others.
 */
export function runProgram(
  service: string,
  main: () => Promise<void>,
  explain: (error: unknown) => ExpectedFailure | null = () => null,
): void {
  const fail = (error: unknown): never => {
    const expected = expectedFailure(error) ?? explain(error);
    const log = createLogger(service, 'info', synchronousOutput());
    if (expected === null) log.fatal({ code: 'unexpected', err: error }, messageOf(error));
    else log.fatal({ code: expected.code }, expected.message.replaceAll(/\s*\n\s*/g, ' '));
    if (process.stderr.isTTY || process.connected) {
      const text = error instanceof ConfigError ? error.message : expected?.message;
      process.stderr.write(`${text ?? String((error as Error)?.stack ?? error)}\n`);
    }
    process.exit(error instanceof ConfigError ? PROGRAM_EXIT.settings : PROGRAM_EXIT.failed);
  };
  process.on('uncaughtException', fail);
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    process.on(event, () => {
      if (process.listenerCount(event) === 1) process.exit(0);
    });
  }
  warn(service);
  untilReleased().then(main).catch(fail);
}

const synchronousOutput = () => pino.destination({ dest: process.stdout.fd, sync: true });

/**
 * Logs a Node without support, and variables that are settings except for typos; of a program with a parent process, that
 * process reports them.
 */
function warn(service: string): void {
  if (process.connected) return;
  const misspelt = findMisspelt(process.env, readSettingNames(__dirname));
  const notice = nodeNotice();
  if (notice === null && misspelt.length === 0) return;
  const level = LOG_LEVELS.find((each) => each === process.env['LOG_LEVEL']) ?? 'info';
  const log = createLogger(service, level, synchronousOutput());
  if (notice !== null) log.warn({ code: 'node_unsupported' }, notice);
  for (const each of misspelt) log.warn({ code: 'misspelt_setting' }, misspeltSentence(each));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Expected failures of this library. */
function expectedFailure(error: unknown): ExpectedFailure | null {
  if (error instanceof ConfigError) return { code: 'invalid_environment', message: error.line };
  return error instanceof ExpectedError ? error : null;
}
