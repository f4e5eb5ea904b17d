import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { announce } from '../process/child-program';

// The server of the Parquet bench: the snapshot of a made-up list with as many wallets as the name of its drop states, and
// the facts about it. Amounts have all digits, so that they compress as badly as amounts can.
const VERSION = 1;
const CHUNK_ROWS = 1_000;
const PREFIXES = 2 ** 32;
/** Some 10 000 tokens of 18 decimals. */
const AMOUNT_END = 10n ** 22n;

/** The row with a number: in the order of wallets, as the API sends them, with random bytes behind the first four. */
function rowOf(n: number, rows: number): string {
  const random = createHash('sha256').update(String(n)).digest();
  random.writeUInt32BE(Math.floor((n * PREFIXES) / rows), 0);
  const amount = random.readBigUInt64BE(20) * 1_000n;
  return `{"wallet":"0x${random.toString('hex', 0, 20)}","amount":"${amount % AMOUNT_END}","index":${n},"breakdown":[]}\n`;
}

function* snapshot(rows: number): Generator<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    let text = '';
    for (let n = from; n < Math.min(rows, from + CHUNK_ROWS); n += 1) text += rowOf(n, rows);
    hash.update(text);
    yield text;
  }
  yield `${JSON.stringify({ _end: { rows, sha256: hash.digest('hex') } })}\n`;
}

const server = createServer(({ url = '' }, response) => {
  const [, drop = '', what] = /\/drops\/(\d+)\/(\w+)/.exec(url) ?? [];
  if (what === 'explain') {
    const list = { list: null, version: VERSION, total: '0', decimals: 18, root: null, root_published: null };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ drop, lists: [list] }));
    return;
  }
  response.setHeader('content-type', 'application/x-ndjson').setHeader('x-list-version', VERSION);
  response.setHeader('x-data-as-of', '2026-01-01T00:00:00.000Z');
  Readable.from(snapshot(Number(drop))).pipe(response);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
