import type { BenchContext } from '../context';
import type { Measurement } from '../report/measurement';
import { benchBacklog } from './backlog';
import { benchFanOut } from './fan-out';
import { benchLag } from './lag';
import { Receivers } from './receivers';

/**
 * The worker program and its deliveries, over a database as durable as the service's. Receivers are on loopback and use
 * plain HTTP (`WEBHOOK_ALLOW_INSECURE`), as does the yardstick: TLS handshakes are in none of the figures.
 */
export async function benchWebhooks(context: BenchContext): Promise<Measurement[]> {
  const receivers = await Receivers.start(context, context.plan.webhooks.lag.dead / 2);
  const measurements = [
    ...(await benchFanOut(context, receivers)),
    ...(await benchLag(context, receivers)),
    ...(await benchBacklog(context, receivers)),
  ];
  await receivers.stop();
  return measurements;
}
