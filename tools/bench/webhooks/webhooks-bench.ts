import type { Postgres } from '../data/postgres';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import { benchBacklog } from './backlog-bench';
import { benchFanOut } from './fan-out-bench';
import { benchLag } from './lag-bench';
import { Receivers } from './receivers';

/**
 * The worker program as it tells endpoints, over a database as durable as the service's. Receivers are on loopback, in a
 * process of their own, and speak plain HTTP (`WEBHOOK_ALLOW_INSECURE`), as does the yardstick: a handshake of TLS for
 * each connection, which lasts a minute, is in none of the figures.
 */
export async function benchWebhooks(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const receivers = await Receivers.start(context, context.plan.webhooks.lag.dead / 2);
  context.progress('Telling many endpoints …');
  const fanOut = await benchFanOut(context, postgres, receivers);
  context.progress('Telling of one change after the other …');
  const lag = await benchLag(context, postgres, receivers);
  return [...fanOut, ...lag, ...(await benchBacklog(context, postgres, receivers))];
}
