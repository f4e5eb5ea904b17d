import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body of the route, in bytes; default: the limit of all routes. */
    bodyBytesMax?: number;
  }
}

/** Metadata key of the limit, for the OpenAPI document. */
export const BODY_LIMIT = Symbol('body limit');

/** Raises the body limit of a route, in bytes. */
export const LargerBody = (bodyBytesMax: number): MethodDecorator =>
  applyDecorators(SetMetadata(BODY_LIMIT, bodyBytesMax), RouteConfig({ bodyBytesMax }));
