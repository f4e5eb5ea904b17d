import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import type { BareAnswer, BareJob } from './messages';

/** Signs and sends, and nothing else: no queue, no attempts to store, no address to vet, no bound on what is read. */
const key = randomBytes(32);
let sent = 0;

async function send(url: string, body: string, dispatcher: Agent): Promise<void> {
  const id = `evt_bare${(sent += 1)}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await request(url, {
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
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}`);
}

let kept: Agent | null = null;

async function sendAll({ url, deliveries, connections, body }: BareJob): Promise<BareAnswer> {
  const dispatcher = (kept ??= new Agent({ connections }));
  const beganMs = performance.now();
  let left = deliveries;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await send(url, body, dispatcher);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { tookMs: performance.now() - beganMs };
}

process.on('disconnect', () => process.exit(0));
process.on('message', (job: BareJob) => void sendAll(job).then((answer) => process.send?.(answer)));
