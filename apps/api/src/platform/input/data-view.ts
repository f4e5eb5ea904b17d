import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../errors/domain-error';

/** Header by which a client selects a view of the data, in lower case. */
export const DATA_VIEW_HEADER = 'x-data-view';
/** The only view that a client can select: any plan may read less than it includes. */
export const DELAYED_VIEW = 'delayed';

/**
 * True for a request that selects the delayed view.
 *
 * @throws {DomainError} `invalid_parameter` for any other view.
 */
export function asksForDelayedView(headers: IncomingHttpHeaders): boolean {
  const view = headers[DATA_VIEW_HEADER];
  if (view === undefined) return false;
  if (view === DELAYED_VIEW) return true;
  const [parameter, detail] = ['X-Data-View', `must be \`${DELAYED_VIEW}\``];
  throw new DomainError('invalid_parameter', `${parameter} ${detail}`, {
    errors: [{ parameter, code: 'enum', detail }],
  });
}
