import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const LINES_PER_CHUNK = 500;

/** Writes lines to a file, many at a time. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  function* chunks(): Generator<string> {
    let held: string[] = [];
    for (const line of lines) {
      held.push(line);
      if (held.length < LINES_PER_CHUNK) continue;
      yield held.join('');
      held = [];
    }
    yield held.join('');
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file));
}
