// Receives webhooks in Next.js (App Router), at https://<your host>/api/droptrack.
// In your app (npx create-next-app): copy this file, npm install the package, DROPTRACK_WEBHOOK_SECRET=whsec_… npx next dev
import { env } from 'node:process';
import { isKnownEvent, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@droptrack/sdk';

async function take(event: WebhookEvent): Promise<void> {
  // Deliveries arrive at least once: store the event under its id, in one step that does nothing where the id is there already.
  if (isKnownEvent(event)) console.log(event.id, event.type);
}

export async function POST(request: Request): Promise<Response> {
  const secrets = (env['DROPTRACK_WEBHOOK_SECRET'] ?? '').split(' ');
  try {
    await take(verifyWebhook(await request.text(), request.headers, secrets));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
