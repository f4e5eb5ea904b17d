import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import {
  DataResponse,
  UncachedResponse,
  writeData,
  writeFile,
  type WriterOptions,
  writeUncached,
} from '../responses/response-writer';
import { StaticFile } from '../responses/static-file';
import { VersionedResponse, writeVersioned } from '../responses/versioned-response';

/**
 * Fastify adapter that sends {@link DataResponse}, {@link UncachedResponse}, {@link StaticFile} and
 * {@link VersionedResponse} by their writers; Nest sends all other results of controllers.
 */
export class ApiAdapter extends FastifyAdapter {
  readonly #writer: WriterOptions;

  constructor(options: FastifyServerOptions, writer: WriterOptions) {
    // The API has no Nest middleware; without `skipMiddie` every request would pay for its lookup.
    super({ ...options, skipMiddie: true });
    this.#writer = writer;
  }

  override reply(...[response, body, statusCode]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    if (body instanceof DataResponse) return writeData(response as FastifyReply, body, this.#writer);
    if (body instanceof UncachedResponse) return writeUncached(response as FastifyReply, body, this.#writer);
    if (body instanceof StaticFile) return writeFile(response as FastifyReply, body, this.#writer);
    if (body instanceof VersionedResponse) return writeVersioned(response as FastifyReply, body, this.#writer);
    return super.reply(response, body, statusCode);
  }
}
