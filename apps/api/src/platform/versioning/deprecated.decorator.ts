import { SetMetadata } from '@nestjs/common';

/** Deprecation of a route, with its end and its guide. */
export interface Deprecation {
  /** RFC 3339; responses from then on carry `Deprecation`. */
  readonly deprecatedAt: string;
  /** RFC 3339, at least 12 months later; from then on the route responds with 410. */
  readonly sunsetAt: string;
  /** URL of the migration guide. */
  readonly guide: string;
}

export const DEPRECATION = Symbol('deprecation');

/**
 * Deprecates a route or a controller. Responses carry `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the
 * guide; after the sunset they are the problem `endpoint_sunset`.
 */
export const Deprecated = (deprecation: Deprecation): ClassDecorator & MethodDecorator =>
  SetMetadata(DEPRECATION, deprecation);
