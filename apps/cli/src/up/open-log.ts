import { join } from 'node:path';
import type { Config } from '../config/config';
import type { Output } from '../output/output';
import { openLogFile, warningReader } from './log-file';
import type { ServiceName } from './service-process';

/** Destination of the output of a program of the service. */
export interface ServiceLog {
  /** See ServiceProcessOptions. */
  readonly log: number | ((chunk: Buffer) => void);
  readonly complain: (chunk: Buffer) => void;
  /** Null if the log goes to standard output or standard error. */
  readonly logFile: string | null;
  close(): void;
}

const STDOUT = 1;
const STDERR = 2;

/**
 * Destination of a program's log: in production standard output, for a log collector; with `--json` standard error, as
 * standard output carries the document; else a file of its own, with warnings and errors also on the terminal.
 */
export function openLog(
  name: ServiceName,
  { home, isProduction }: Pick<Config, 'home' | 'isProduction'>,
  output: Output,
): ServiceLog {
  const complain = (chunk: Buffer): void => output.note(chunk.toString().trimEnd());
  if (output.isJson || isProduction) {
    return { log: output.isJson ? STDERR : STDOUT, complain, logFile: null, close: () => undefined };
  }
  const logFile = join(home, `${name}.log`);
  const file = openLogFile(logFile);
  const showWarnings = warningReader(output.note);
  return {
    log(chunk) {
      file.append(chunk);
      showWarnings(chunk);
    },
    complain(chunk) {
      file.append(chunk);
      complain(chunk);
    },
    logFile,
    close: file.close,
  };
}
