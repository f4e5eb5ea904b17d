import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { serveRequests } from '../process/child-program';

/** A request to the yardstick of deliveries. */
export interface BareJob {
  readonly url: string;
  readonly deliveries: number;
  /** Deliveries in flight. */
  readonly connections: number;
  readonly body: string;
}

// Signs and sends: no queue, no attempts to store, no check of addresses, no limit on responses.
const key = randomBytes(32);
let sent = 0;
let agent: Agent | null = null;

serveRequests(async ({ url, deliveries, connections, body }: BareJob): Promise<{ tookMs: number }> => {
  const dispatcher = (agent ??= new Agent({ connections }));
  const beganMs = performance.now();
  let left = deliveries;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await send(url, body, dispatcher);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { tookMs: performance.now() - beganMs };
});

async function send(url: string, body: string, dispatcher: Agent): Promise<void> {
  const id = `evt_bare${(sent += 1)}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    dispatcher,
  });
  await response.body.dump();
  if (response.statusCode !== 204) throw new Error(`The receiver returned ${response.statusCode}`);
}
