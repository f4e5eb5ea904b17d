import { CheckFailure } from '../board/board';

/**
 * The program under a heading of a README: its first block of TypeScript, as whoever pastes it gets it.
 *
 * @throws {CheckFailure} when there is none.
 */
export function firstSnippet(readme: string, heading: string): string {
  const [, section] = readme.split(`\n## ${heading}\n`);
  const block = section?.split('\n## ')[0]?.match(/^```ts\n([^]*?)^```$/m)?.[1];
  if (block === undefined) throw new CheckFailure(`README.md has no TypeScript under "${heading}"`);
  return block;
}
