import { createServer } from 'node:http';
import { announce } from '../process/child-program';
import { KEEP_ALIVE_TIMEOUT_MS, readFixedResponse } from './fixed-response';

// The yardstick of HTTP: Node's own server, which reads nothing of a request and sends one captured response.
const { status, headers, bytes } = readFixedResponse(process.argv[2]);

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
