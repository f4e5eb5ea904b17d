// Downloads the whole catalogue as of one instant to a file, and resumes after a lost connection or an interrupted run.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx pull-snapshot.mts drops.ndjson [2026-08-22T00:00:00Z]
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { type Drop, Droptrack, SnapshotTruncatedError } from '@droptrack/sdk';

const client = new Droptrack();
const [file = 'drops.ndjson', given] = argv.slice(2);

/** Returns the instant of the first run, which is stored beside the file: all rows must be of the same instant. */
function instant(): string {
  const note = `${file}.as-of`;
  const isNew = !existsSync(file) || statSync(file).size === 0;
  if (isNew) writeFileSync(note, given ?? new Date().toISOString());
  if (!existsSync(note)) throw new Error(`${file} exists, but ${note} does not: use another file`);
  const begun = readFileSync(note, 'utf8');
  if (given !== undefined && given !== begun) throw new Error(`${file} is as of ${begun}: use another file`);
  return begun;
}

/** Returns the position after the last complete line, and truncates an incomplete line of a killed run. */
function resume(): { bytes: number; after: string | undefined } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const bytes = Buffer.byteLength(whole);
  writeFileSync(file, '', { flag: 'a' });
  truncateSync(file, bytes);
  const last = whole.trimEnd().split('\n').at(-1);
  return { bytes, after: last ? (JSON.parse(last) as Drop).id : undefined };
}

const as_of = instant();
for (let attempt = 1; ; attempt += 1) {
  const { bytes, after } = resume();
  let rows = 0;
  try {
    for await (const { text } of client.snapshots.drops({ as_of, ...(after && { after }) }).lines()) {
      appendFileSync(file, `${text}\n`);
      rows += 1;
    }
    console.log(`${rows} drops${after ? ` after ${after}` : ''}, complete as of ${as_of}`);
    break;
  } catch (error) {
    const isCut = error instanceof SnapshotTruncatedError && error.isCut;
    // Rows that do not match the checksum are removed. Rows before an interruption stay, although no checksum confirms
    // them. If you need a checksum of all rows, start over instead.
    if (!isCut) truncateSync(file, bytes);
    if (!isCut || attempt === 5) throw error;
    console.error(`Interrupted after ${rows} rows; resuming`);
  }
}
