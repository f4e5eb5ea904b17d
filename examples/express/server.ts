// Receives webhooks with Express. The route reads the raw body: a parsed one cannot be verified.
// DROPTRACK_WEBHOOK_SECRET=whsec_… PORT=8080 npm run express
import { env } from 'node:process';
import { isKnownEvent, verifyWebhook, WebhookVerificationError } from '@droptrack/sdk';
import express from 'express';

const { DROPTRACK_WEBHOOK_SECRET: secrets = '', PORT: port = '8080' } = env;
/** Ids of processed events, as deliveries arrive at least once. In production, store them in your database. */
const processed = new Set<string>();

const app = express();
app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  try {
    const event = verifyWebhook(request.body, request.headers, secrets.split(' '));
    response.status(204).end();
    if (processed.has(event.id)) return;
    processed.add(event.id);
    if (isKnownEvent(event)) console.log(event.type, JSON.stringify(event.data.previous));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).send(error.message);
  }
});
const server = app.listen(Number(port), '127.0.0.1', () => {
  console.log(`Listening on ${JSON.stringify(server.address())}`);
});
