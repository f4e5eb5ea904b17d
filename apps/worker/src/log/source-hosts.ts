import { HostBreakers, type HostNotice, HostNotices } from '@droptrack/sources';
import type { ReportedHosts } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { Clocks, WorkerContext } from '../context';

/**
 * Circuit breakers of the hosts of a source. Their announcements are logged, each once: a host repeats them in every response.
 *
 * @param names - fields of the log line, such as `{ source: 'polymarket' }`.
 */
export function hostsOfSource(
  { clock, random, logger }: Pick<WorkerContext, 'random' | 'logger'> & { readonly clock: Pick<Clocks, 'monotonicMs'> },
  names: Readonly<Record<string, string>>,
): HostBreakers {
  const notices = new HostNotices((notice) => logNotice(logger, names, notice));
  return new HostBreakers({ monotonicMs: () => clock.monotonicMs(), random }, notices);
}

function logNotice(
  logger: Pick<Logger, 'warn'>,
  names: Readonly<Record<string, string>>,
  { host, text, sunsetAtMs }: HostNotice,
): void {
  const sunset = sunsetAtMs === null ? {} : { sunsetAt: new Date(sunsetAtMs).toISOString() };
  logger.warn({ ...names, host, notice: text, ...sunset }, 'a source announces a change of its API');
}

/** Hosts of a source or finder for its heartbeat: those that are held back, and their announcements. */
export function reportedHosts(id: string, hosts: HostBreakers, nowMs: number): ReportedHosts {
  const heldBack = hosts
    .state()
    .map(({ host, state, retryAfterMs }) => ({ host, state, retryAtMs: nowMs + retryAfterMs }));
  return { id, heldBack, notices: hosts.notices.all };
}
