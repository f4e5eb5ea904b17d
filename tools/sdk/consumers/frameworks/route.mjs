// Calls the route handler of Next.js as Next.js does, with a signed request and a forged one.
import assert from 'node:assert/strict';
import { signTestWebhook } from '@droptrack/sdk/testing';
import { POST } from './nextjs/app/api/droptrack/route.js';

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
process.env.DROPTRACK_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')} ${secret}`;
const { body, headers } = signTestWebhook({ type: 'drop.status_changed' }, secret);
const send = async (text) =>
  (await POST(new Request('http://host/api/droptrack', { method: 'POST', headers, body: text }))).status;
assert.deepEqual([await send(body), await send(`${body} `)], [204, 400]);
