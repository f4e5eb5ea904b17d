import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce } from '../process/child-server';
import type { WireAnswer } from '../load/fetch-answer';
import { KEEP_ALIVE_TIMEOUT_MS, sentHeaders } from './sent-headers';

// The yardstick: Node's own server, which looks at nothing and always sends one answer, made beforehand. Whatever
// stands between this and the API is what the API costs.
const answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WireAnswer;
const { status } = answer;
const bytes = Buffer.from(answer.body);
const headers = sentHeaders(answer);

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
