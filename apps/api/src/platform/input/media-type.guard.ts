import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';
import type { RoutePolicies } from '../server/route-policy';

/** Rejects bodies that are not declared as uncompressed JSON. Runs after the accept guard. */
export class MediaTypeGuard implements CanActivate {
  constructor(private readonly policies: RoutePolicies) {}

  /** @throws {DomainError} `unsupported_media_type` */
  canActivate(context: ExecutionContext): boolean {
    if (!this.policies.of(context).takesBody) return true;
    const { headers } = context.getArgByIndex<FastifyRequest>(0);
    if (!isUnencoded(headers['content-encoding'])) throw encodedBody();
    if (!declaresJson(headers['content-type'])) throw bodyOfAnotherType();
    return true;
  }
}

/** Rejection of a body that is not declared as JSON. */
export const bodyOfAnotherType = (): DomainError =>
  new DomainError(
    'unsupported_media_type',
    'The body must be JSON in UTF-8, declared as Content-Type: application/json',
  );

const encodedBody = (): DomainError =>
  new DomainError('unsupported_media_type', 'The body must be uncompressed, without a Content-Encoding');

/** True if a `Content-Type` declares JSON in UTF-8; other parameters than the charset are ignored. */
export function declaresJson(header: string | undefined): boolean {
  if (header === undefined) return false;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isNoOtherCharset);
}

function isNoOtherCharset(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim() !== 'charset' || /^("utf-?8"|utf-?8)$/.test(value.trim());
}

/** True if a `Content-Encoding` leaves the body as it is. */
export const isUnencoded = (header: string | undefined): boolean =>
  header === undefined || /^(identity)?$/i.test(header.trim());
