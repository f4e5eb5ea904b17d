import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiOptions } from '../session/api-client';
import type { ApiSession, Session } from '../session/session';

/** Rules of a value. */
interface ValueRules {
  readonly choices?: readonly string[];
  /** @throws {InvalidArgumentError} which Commander reports. */
  readonly parse?: (text: string) => unknown;
}

interface OptionRules extends ValueRules {
  readonly isRequired?: boolean;
  readonly default?: unknown;
  /** Former name of a choice, which is still accepted, and the choice. */
  readonly formerChoice?: readonly [former: string, choice: string];
  /** The default in the help, where its JSON would be unclear. */
  readonly shownDefault?: string;
  /** Option that cannot be passed as well. */
  readonly conflicts?: string;
  /** Values of other options that it sets. */
  readonly implies?: Readonly<Record<string, unknown>>;
  /** Accepted, but not in the help. */
  readonly isHidden?: boolean;
}

/** Arguments by the member of the input that receives them: `<name>`, `[name]` or `[names...]`, with their help and rules. */
export type Arguments = Readonly<Record<string, readonly [usage: string, help?: string, rules?: ValueRules]>>;

/** Options by their flags, with their help and rules. */
export type Options = Readonly<Record<string, string | readonly [help: string, rules: OptionRules]>>;

interface Declaration {
  readonly name: string;
  /** Line in the help of the parent. */
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
}

/**
 * A command: its help, and the function that runs it. The input of the function has one member per argument and option:
 * null if it is not passed, and false for an option without a value. The function returns the exit code.
 */
export interface CommandDeclaration extends Declaration {
  readonly arguments?: Arguments;
  readonly options?: Options;
  /** Wrong usage that no rule expresses, as a message; null for valid input. */
  readonly violation?: (input: never) => string | null;
  /** Imports the function when the command runs, so that help and usage errors need no start-up time. */
  readonly load: () => Promise<(input: never, session: Session) => Promise<number>>;
}

/** Commands with a common first word. */
export interface GroupDeclaration extends Declaration {
  readonly commands: readonly CommandDeclaration[];
}

/**
 * Adds a declared command, or a group of them, to its parent.
 *
 * @param end - called with the exit code of the command.
 */
export function addCommand(
  parent: Command,
  declared: CommandDeclaration | GroupDeclaration,
  session: Session,
  end: (code: number) => void,
): void {
  const command = parent.command(declared.name).summary(declared.summary).description(declared.description);
  withExamples(command, declared.examples);
  if ('commands' in declared) {
    for (const each of declared.commands) addCommand(command, each, session, end);
    return;
  }
  const { arguments: args = {}, options = {}, violation, load } = declared;
  for (const each of Object.values(args)) command.addArgument(argumentOf(each));
  for (const [flags, each] of Object.entries(options)) command.addOption(optionOf(flags, each));
  command.action(async () => {
    const input = inputOf(command, Object.keys(args));
    const message = violation?.(input) ?? null;
    if (message !== null) command.error(`error: ${message}`);
    end(await (await load())(input, session));
  });
}

/** Adds examples to a command's help, and a pointer to that help to its usage errors. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  const path = [];
  for (let each: Command | null = command; each !== null; each = each.parent) path.unshift(each.name());
  return command
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
    .showHelpAfterError(`See: ${path.join(' ')} --help`);
}

function argumentOf([usage, help, { choices, parse } = {}]: Arguments[string]): Argument {
  const argument = new Argument(usage, help);
  if (choices !== undefined) argument.choices(choices);
  return parse === undefined ? argument : argument.argParser(parse);
}

function optionOf(flags: string, declared: Options[string]): Option {
  const [help, rules]: readonly [string, OptionRules] = typeof declared === 'string' ? [declared, {}] : declared;
  const { choices, formerChoice, parse, isRequired = false, conflicts, implies, isHidden = false } = rules;
  const option = new Option(flags, help).makeOptionMandatory(isRequired).hideHelp(isHidden);
  if (choices !== undefined) {
    const { parseArg } = option.choices(choices);
    const [former, choice] = formerChoice ?? [];
    option.argParser((text, before: string) => parseArg?.(text === former ? (choice ?? text) : text, before) ?? text);
  }
  if (parse !== undefined) option.argParser(parse);
  if ('default' in rules) option.default(rules.default, rules.shownDefault);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return implies === undefined ? option : option.implies(implies);
}

/** Input of a command as it was called. The declaration of the command is what gives it the type of the function. */
function inputOf(command: Command, names: readonly string[]): never {
  const options = command.options.map((option) => {
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    return [name, value ?? (option.isBoolean() ? false : null)];
  });
  const args = names.map((name, index) => [name, (command.processedArgs[index] as unknown) ?? null]);
  return Object.fromEntries([...options, ...args]) as never;
}

/** Parser of a decimal integer. @throws {InvalidArgumentError} which Commander reports. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
    return value;
  };
}

/** `--accept-mismatch` under its former name, which scripts may still use. */
export const FORMER_ACCEPT_MISMATCH: Options = {
  '--accept-difference': ['same as --accept-mismatch', { implies: { acceptMismatch: true }, isHidden: true }],
};

/** Options that select the API and its key. */
export const API_OPTIONS: Options = {
  '--url <address>': 'base URL of the API (default: DROPTRACK_BASE_URL, or else the running service)',
  '--key-file <file>': 'file that contains the API key (default: DROPTRACK_API_KEY)',
};

/** Connects a command to the API that its options select. */
export const onApi =
  <I>(run: (input: I, session: Session & Pick<ApiSession, 'client'>) => Promise<number>) =>
  async (input: I & ApiOptions, session: Session): Promise<number> => {
    const { openApi } = await import('../session/api-client');
    return run(input, { ...session, client: await openApi(session, input) });
  };
