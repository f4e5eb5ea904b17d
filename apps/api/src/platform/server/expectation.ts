import type { IncomingMessage, Server } from 'node:http';
import { DomainError } from '../errors/domain-error';

const unmet = new WeakSet<IncomingMessage>();

/** Lets requests with an `Expect` other than `100-continue` through to the hooks, where {@link hasUnmetExpectation} finds them. */
export function passOnExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

/** True for a request with an unsupported `Expect` (RFC 9110 §10.1.1). */
export const hasUnmetExpectation = (request: IncomingMessage): boolean =>
  request.headers.expect !== undefined && unmet.has(request);

/** Rejection of an unsupported expectation. It closes the connection, as the client may or may not send the body. */
export const unmetExpectation = (): DomainError =>
  new DomainError('expectation_failed', 'The only supported expectation is 100-continue', {
    headers: { connection: 'close' },
  });
