import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DomainError } from '../errors/domain-error';
import type { StreamedType } from '../responses/streamed.decorator';
import type { RoutePolicies } from '../server/route-policy';

/** Rejects requests that do not accept the route's media type. Runs after the guards of key and plan. */
export class AcceptGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `not_acceptable` */
  canActivate(context: ExecutionContext): boolean {
    const { accept } = context.getArgByIndex<FastifyRequest>(0).headers;
    const { isPublic, streamedAs } = this.policies.of(context);
    if (isPublic || accepts(accept, streamedAs)) return true;
    throw notAcceptable(streamedAs);
  }
}

/** Rejection of a client that does not accept the media type of the route: that of its stream, else JSON. */
export const notAcceptable = (streamedAs: StreamedType | null): DomainError =>
  new DomainError('not_acceptable', `This route returns only ${streamedAs ?? 'application/json'}`);

/** JSON with and without the parameter that responses carry. */
const JSON_TYPES = ['application/json', 'application/json;charset=utf-8'];

/** Maximum length of a header that is parsed, in characters; browsers send about 150. */
const HEADER_LENGTH_MAX = 1024;

/**
 * True for a client that accepts the media type of the route: that of its stream, else JSON. Without `Accept` it accepts anything; a
 * longer header than 1,024 characters is ignored (RFC 9110, section 12.5.1), so that parsing stays cheap.
 */
export function accepts(accept: string | undefined, streamedAs: StreamedType | null): boolean {
  const types = streamedAs === null ? JSON_TYPES : [streamedAs];
  if (accept === undefined || types.includes(accept) || accept.length > HEADER_LENGTH_MAX) return true;
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaType(types) !== undefined;
}
