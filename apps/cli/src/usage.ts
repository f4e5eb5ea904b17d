import { type Command, type CommanderError, InvalidArgumentError } from 'commander';
import { EXIT } from './output/cli-error';
import type { Output, Stream } from './output/output';

/** Reads a plain decimal integer. @throws {InvalidArgumentError} which Commander shows. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
    return value;
  };
}

/** Adds examples at the end of a command's help, and where to find it to the errors of its use. */
export function withExamples(command: Command, path: readonly string[], examples: readonly string[]): Command {
  return command
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
    .showHelpAfterError(`See: ${['droptrack', ...path, '--help'].join(' ')}`);
}

/** Ends a call that Commander refused, or answered by itself (help, version). @returns the exit code. */
export function endUsage({ code, exitCode, message }: CommanderError, output: Output, stdout: Stream): number {
  if (exitCode === 0) return EXIT.done;
  if (output.isJson) {
    const text = code === 'commander.help' ? 'a command is missing' : message.replace(/^error: /, '');
    const error = { code: 'usage', message: text, hint: 'droptrack --help' };
    stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
  }
  return EXIT.usage;
}
