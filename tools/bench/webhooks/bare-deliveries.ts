import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';

/** As many as the worker opens to one origin. */
const CONNECTIONS = 64;

// The yardstick of deliveries: signs and sends; no queue, no attempts to store, no check of addresses, no limit on responses.
const key = randomBytes(32);
const dispatcher = new Agent({ connections: CONNECTIONS });
let sent = 0;

/** Posts a body a number of times. @returns milliseconds. */
export async function deliver(url: string, body: string, deliveries: number): Promise<number> {
  const beganMs = performance.now();
  let left = deliveries;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await send(url, body);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return performance.now() - beganMs;
}

async function send(url: string, body: string): Promise<void> {
  const id = `evt_bare${(sent += 1)}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const response = await request(url, { method: 'POST', headers, body, dispatcher });
  await response.body.dump();
  if (response.statusCode !== 204) throw new Error(`The receiver returned ${response.statusCode}`);
}
