import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, type WebhookEvent } from '@droptrack/sdk';

export const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

/** Receiver on this machine that verifies deliveries: 204 for a genuine one, 400 for any other. */
export async function startReceiver(respond?: (request: IncomingMessage, response: ServerResponse) => void) {
  const events: WebhookEvent[] = [];
  const server = createServer(async (request, response) => {
    if (respond !== undefined) return respond(request, response);
    try {
      events.push(verifyWebhook(await buffer(request), request.headers, SECRET));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, events, stop };
}
