import { join } from 'node:path';
import type { Config } from '../config/config';
import type { Output } from '../output/output';
import { openLogFile, troubleReader } from './log-file';
import type { ServiceName } from './service-process';

/** Where the words of a program of the service go. */
export interface ServiceLog {
  /** See ServiceProcessOptions. */
  readonly log: number | ((chunk: Buffer) => void);
  readonly complain: (chunk: Buffer) => void;
  /** Null when there is none. */
  readonly logFile: string | null;
  close(): void;
}

const STDOUT = 1;
const STDERR = 2;

/**
 * Decides where a program's log goes: in production to standard output as it is,
 * for whatever collects it; with `--json` to standard error, as standard output
 * bears the one document; else to a file of its own, and only trouble to the terminal.
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
  const showTrouble = troubleReader(output.note);
  return {
    log(chunk) {
      file.append(chunk);
      showTrouble(chunk);
    },
    complain(chunk) {
      file.append(chunk);
      complain(chunk);
    },
    logFile,
    close: file.close,
  };
}
