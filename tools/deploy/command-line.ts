import { execFile } from 'node:child_process';
import { builtProgram } from '@droptrack/program/testing';

/** End of a command. */
interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Surroundings of a command: a database, or else the embedded PostgreSQL of the folder. */
interface Place {
  readonly url?: string;
  readonly folder: string;
}

/** Runs a command of the built program, in a folder of its own. */
export function droptrack(place: Place, ...args: readonly string[]): Promise<CommandEnd> {
  return runToEnd(process.execPath, [builtProgram('cli'), ...args], place);
}

/** Runs a program to its end, with the environment of an operator. */
export function runToEnd(program: string, args: readonly string[], { url, folder }: Place): Promise<CommandEnd> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, DROPTRACK_HOME: folder };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
