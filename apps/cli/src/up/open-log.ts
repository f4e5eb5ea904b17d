import { join } from 'node:path';
import type { Config } from '../config/config';
import type { Output } from '../output/output';
import { openLogFile, troubleReader } from './api-log';

/** Where the API's words go. */
export interface ApiLog {
  /** See ApiProcessOptions. */
  readonly log: number | ((chunk: Buffer) => void);
  readonly complain: (chunk: Buffer) => void;
  /** Null when there is none. */
  readonly logFile: string | null;
  close(): void;
}

const STDOUT = 1;
const STDERR = 2;

/**
 * Decides where the API's log goes: in production to standard output as it is,
 * for whatever collects it; with `--json` to standard error, as standard output
 * bears the one document; else to a file, and only trouble to the terminal.
 */
export function openLog({ home, isProduction }: Pick<Config, 'home' | 'isProduction'>, output: Output): ApiLog {
  const complain = (chunk: Buffer): void => output.note(chunk.toString().trimEnd());
  if (output.isJson || isProduction) {
    return { log: output.isJson ? STDERR : STDOUT, complain, logFile: null, close: () => undefined };
  }
  const logFile = join(home, 'api.log');
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
