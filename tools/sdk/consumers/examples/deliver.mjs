// Starts the example that receives webhooks, and sends a signed one, a duplicate and a forged one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { signTestWebhook } from '@droptrack/sdk/testing';

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const receiver = spawn(process.execPath, ['receive-webhooks.mjs'], {
  env: { ...process.env, DROPTRACK_WEBHOOK_SECRET: secret, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => receiver.kill());
const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;

const { port } = JSON.parse((await nextLine()).replace('Listening on ', ''));
const { body, headers } = signTestWebhook(
  {
    type: 'drop.status_changed',
    data: { object: { name: 'Linea', status: 'live' }, previous: { status: 'upcoming' } },
  },
  secret,
);
const send = async (text) => (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
assert.deepEqual([await send(body), await send(body), await send(`${body} `)], [204, 204, 400]);
console.log(await nextLine());
receiver.kill();
