import { createServer, type ServerResponse } from 'node:http';
import { announce } from '../process/child-program';

// The yardstick of the stream: Node's own server, which writes the body of each POST to all open responses.
const open = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      for (const each of open) each.write(bytes);
      response.writeHead(204).end();
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: position\ndata: {}\n\n');
  open.add(response);
  response.once('close', () => open.delete(response));
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
