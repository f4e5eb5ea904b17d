import { CliError } from './cli-error';
import type { Output } from './output';

/** Streams of a confirmation prompt. */
interface AskDeps {
  readonly output: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Asks for a confirmation, which only `y` or `yes` gives. With `--json` there is no prompt: the caller passes `--yes`.
 *
 * @throws {CliError} `not_confirmed` for any other answer, or none.
 */
export async function askYes(question: string, { output, stdin }: AskDeps): Promise<void> {
  const hint = 'Pass --yes to skip this question.';
  if (output.isJson) throw new CliError('not_confirmed', question, { hint });
  output.note(`${question} [y/N]`);
  let answer = '';
  for await (const chunk of stdin) {
    answer += Buffer.from(chunk).toString();
    if (answer.includes('\n')) break;
  }
  if (!/^\s*y(es)?\s*$/i.test(answer.split('\n')[0] ?? '')) {
    throw new CliError('not_confirmed', 'Nothing was changed', { hint });
  }
}
