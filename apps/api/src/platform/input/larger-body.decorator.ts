import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body that the route takes, bytes; as of any route when not given. */
    bodyBytesMax?: number;
  }
}

/** Under this name a route's own limit is noted, for the reference. */
export const BODY_LIMIT = Symbol('body limit');

/** A route that takes larger bodies than others do, bytes. */
export const LargerBody = (bodyBytesMax: number): MethodDecorator =>
  applyDecorators(SetMetadata(BODY_LIMIT, bodyBytesMax), RouteConfig({ bodyBytesMax }));
