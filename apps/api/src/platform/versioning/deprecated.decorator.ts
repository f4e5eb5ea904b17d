import { SetMetadata } from '@nestjs/common';

/** When a route was deprecated, when it ends, and where that is explained. */
export interface Deprecation {
  /** RFC 3339; from here on every answer says so. */
  readonly deprecatedAt: string;
  /** RFC 3339, at least 12 months later; from here on the route answers 410. */
  readonly sunsetAt: string;
  /** Address of the page that says what to use instead. */
  readonly guide: string;
}

export const DEPRECATION = Symbol('deprecation');

/**
 * Marks a route, or all of a controller, as being on its way out. Its answers carry
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the guide; after its
 * sunset it answers `endpoint_sunset`.
 */
export const Deprecated = (deprecation: Deprecation): ClassDecorator & MethodDecorator =>
  SetMetadata(DEPRECATION, deprecation);
