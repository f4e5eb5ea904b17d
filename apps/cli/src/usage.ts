import { type Command, type CommanderError, InvalidArgumentError } from 'commander';
import { EXIT } from './output/cli-error';
import type { Output } from './output/output';

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

/** Ends a call that Commander refused and has told people about, or answered by itself (help, version). */
export function endUsage({ code, exitCode, message }: CommanderError, output: Output): number {
  if (exitCode === 0) return EXIT.done;
  if (output.isJson) {
    const text = code === 'commander.help' ? 'a command is missing' : message.replace(/^error: /, '');
    output.failure({ error: { code: 'usage', message: text, hint: 'droptrack --help' } }, text);
  }
  return EXIT.usage;
}
