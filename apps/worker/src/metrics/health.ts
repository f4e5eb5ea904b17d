import type { ServerResponse } from 'node:http';
import type { OperationsHandlers } from '@droptrack/program/metrics';

/** Part of the process that may not be ready. */
export interface ReadinessCheck {
  /** Reason for which the process is not ready; null when it is. */
  unreadiness(): string | null;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Health of the process, on its operations port. */
export const healthHandlers = (checks: readonly ReadinessCheck[]): OperationsHandlers => ({
  '/healthz': (response) => json(response, 200, { status: 'ok' }),
  '/readyz': (response) => {
    const reasons = checks.flatMap((check) => check.unreadiness() ?? []);
    if (reasons.length === 0) json(response, 200, { status: 'ready' });
    else json(response, 503, { status: 'not ready', detail: reasons.join('; ') });
  },
});
