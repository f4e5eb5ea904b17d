import type { Postgres } from '../data/postgres';
import type { Measurement } from '../report/measurement';
import type { Workshop } from '../workshop';
import { benchBacklog } from './backlog-bench';
import { benchFanOut } from './fan-out-bench';
import { benchLag } from './lag-bench';
import { Receivers } from './receivers';

/**
 * The worker program as it tells endpoints, over a database as durable as the service's. Receivers are on loopback, in a
 * process of their own, and speak plain HTTP (`WEBHOOK_ALLOW_INSECURE`), as does the yardstick: a handshake of TLS for
 * each connection, which lasts a minute, is in none of the figures.
 */
export async function benchWebhooks(workshop: Workshop, postgres: Postgres): Promise<Measurement[]> {
  const receivers = await Receivers.start(workshop, workshop.plan.webhooks.lag.dead / 2);
  workshop.progress('Telling many endpoints …');
  const fanOut = await benchFanOut(workshop, postgres, receivers);
  workshop.progress('Telling of one change after the other …');
  const lag = await benchLag(workshop, postgres, receivers);
  return [...fanOut, ...lag, ...(await benchBacklog(workshop, postgres, receivers))];
}
