// Pulls the whole catalogue as of one instant into a file, and goes on where the connection, or an earlier run, stopped.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_URL=http://localhost:3000 npx tsx pull-snapshot.ts drops.ndjson 2026-08-22T00:00:00Z
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { argv, env } from 'node:process';
import { type Drop, Droptrack, SnapshotTruncatedError } from '@droptrack/sdk';

const { DROPTRACK_API_KEY: apiKey = '', DROPTRACK_URL: baseUrl = 'http://localhost:3000' } = env;
const client = new Droptrack({ apiKey, baseUrl });
const [file = 'drops.ndjson', as_of = new Date().toISOString()] = argv.slice(2);

/** Id of the last whole line; what comes behind it, of a run that was killed, is cut off. */
function lastId(): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  truncateSync(file, Buffer.byteLength(whole));
  const last = whole.trimEnd().split('\n').at(-1);
  return last ? (JSON.parse(last) as Drop).id : undefined;
}

for (let attempt = 1; ; attempt += 1) {
  const after = lastId();
  let rows = 0;
  try {
    for await (const { text } of client.snapshots.drops({ as_of, ...(after && { after }) }).lines()) {
      appendFileSync(file, `${text}\n`);
      rows += 1;
    }
    console.log(`${rows} drops${after ? ` after ${after}` : ''}, complete as of ${as_of}`);
    break;
  } catch (error) {
    // Cut: all rows that came are right, and the rest follows. Any other fault would come again.
    if (!(error instanceof SnapshotTruncatedError && error.isCut) || attempt === 5) throw error;
    console.error(`Cut after ${rows} rows; going on`);
  }
}
