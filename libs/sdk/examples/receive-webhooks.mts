// Receives webhooks with node:http: verifies each delivery, processes each event once, and prints it.
// DROPTRACK_WEBHOOK_SECRET=whsec_… PORT=8080 npx tsx receive-webhooks.mts
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { env } from 'node:process';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@droptrack/sdk';

const { DROPTRACK_WEBHOOK_SECRET: secret = '', PORT: port = '8080' } = env;
/** Ids of processed events, as deliveries arrive at least once. In production, store them in your database. */
const processed = new Set<string>();

function describe(event: WebhookEvent): string {
  switch (event.type) {
    case 'drop.status_changed':
      return `${event.data.object.name}: ${event.data.previous.status} → ${event.data.object.status}`;
    case 'hype.threshold_crossed':
      return `${event.data.object.name} went ${event.data.object.direction} past ${event.data.object.threshold}`;
    case 'calendar.event_starting_soon':
      return `${event.data.object.drop_name}: ${event.data.object.title} at ${event.data.object.starts_at}`;
    default:
      return event.type;
  }
}

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await buffer(request), request.headers, secret);
    response.writeHead(204).end();
    if (processed.has(event.id)) return;
    processed.add(event.id);
    console.log(describe(event));
  } catch (error) {
    if (error instanceof WebhookVerificationError) console.error(error.message);
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
server.listen(Number(port), '127.0.0.1', () => console.log(`Listening on ${JSON.stringify(server.address())}`));
