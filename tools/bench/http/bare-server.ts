import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce } from '../process/child-server';
import type { WireAnswer } from '../load/fetch-answer';

// The yardstick: Node's own server, which looks at nothing and always sends one answer, made beforehand. Whatever
// stands between this and the API is what the API costs.
const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WireAnswer;
const bytes = Buffer.from(body);
/** What Node's server adds to every answer by itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);
const sent = Object.fromEntries(headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
/** The API's, so that `Keep-Alive` says the same. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (_request, response) => {
  response.writeHead(200, sent);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
