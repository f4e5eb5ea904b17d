import { CliError } from '../output/cli-error';
import type { Output } from '../output/output';

/** Where an answer comes from. */
export interface AskDeps {
  readonly output: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Asks the person who waits, and goes on with `y` or `yes` only. A program is not asked: it says so beforehand.
 *
 * @throws {CliError} for any other answer, or none.
 */
export async function askYes(question: string, { output, stdin }: AskDeps): Promise<void> {
  const hint = '--yes answers it beforehand.';
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
