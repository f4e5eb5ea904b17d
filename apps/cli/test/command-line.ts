import { spawn } from 'node:child_process';
import type { Call } from './service';

/** Calls the built command line, with the database of a test and nothing else of whoever runs the tests. */
export class CommandLine {
  /** @param home - a folder of the test's own. */
  constructor(
    private readonly file: string,
    private readonly databaseUrl: string,
    private readonly home: string,
  ) {}

  /** Runs a command to its end, in the home. */
  call(...args: readonly string[]): Promise<Call> {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: this.databaseUrl, DROPTRACK_HOME: this.home };
    const child = spawn(process.execPath, [this.file, ...args], { env, cwd: this.home });
    const words = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (words.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (words.stderr += chunk.toString()));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, ...words })));
  }

  /** Runs a command that must be done, and gives the document that it prints. */
  async done<T>(...args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.call(...args, '--json');
    if (code !== 0) throw new Error(`droptrack ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as T;
  }
}
