import { type Command, type CommanderError, InvalidArgumentError, Option } from 'commander';
import { EXIT } from './output/cli-error';
import type { Output } from './output/output';

/** Parser of a decimal integer option. @throws {InvalidArgumentError} which Commander reports. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
    return value;
  };
}

/** Adds examples to a command's help, and a pointer to that help to its usage errors. */
export function withExamples(command: Command, path: readonly string[], examples: readonly string[]): Command {
  return command
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
    .showHelpAfterError(`See: ${['droptrack', ...path, '--help'].join(' ')}`);
}

/** Exit code of a call that Commander rejected with a message, or served itself (help, version). */
export function endUsage({ code, exitCode, message }: CommanderError, output: Output): number {
  if (exitCode === 0) return EXIT.done;
  if (output.isJson) {
    const text = code === 'commander.help' ? 'command missing' : message.replace(/^error: /, '');
    output.failure({ error: { code: 'usage', message: text, hint: 'droptrack --help' } }, text);
  }
  return EXIT.usage;
}

/** Former name of `--accept-mismatch`; scripts may still use it. */
export const formerAcceptMismatch = (): Option =>
  new Option('--accept-difference', 'same as --accept-mismatch').implies({ acceptMismatch: true }).hideHelp();
