import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { type Call, runCall } from '../src/testing/run-call';

/** Command line with the database of a test, isolated from the variables of the developer. */
export interface CommandLine {
  /** Runs a command to its end, with the home as working directory. */
  call(...args: readonly string[]): Promise<Call>;
}

interface CommandLineOptions {
  readonly databaseUrl: string;
  /** Directory of the test. */
  readonly home: string;
  /** Additional variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Input for questions of a command. */
  readonly stdin?: string;
}

const environmentOf = ({ databaseUrl, home, env }: CommandLineOptions) => ({
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: databaseUrl,
  DROPTRACK_HOME: home,
  ...env,
});

/** Built program, one process per call. */
export function builtCommandLine(file: string, options: CommandLineOptions): CommandLine {
  return {
    call: (...args) => {
      const child = spawn(process.execPath, [file, ...args], { env: environmentOf(options), cwd: options.home });
      const words = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => (words.stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (words.stderr += chunk.toString()));
      return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, ...words })));
    },
  };
}

/** Command line within this process, which is faster for many calls. */
export function commandLineWithin(options: CommandLineOptions): CommandLine {
  return {
    call: (...args) =>
      runCall(args, {
        env: environmentOf(options),
        cwd: options.home,
        stdin: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
      }),
  };
}

/** Runs a command that must succeed. @returns its JSON document. */
export async function documentOf<T>(droptrack: CommandLine, args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await droptrack.call(...args, '--json');
  if (code !== 0) throw new Error(`droptrack ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}
