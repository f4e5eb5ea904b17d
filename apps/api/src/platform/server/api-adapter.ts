import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import {
  AnswerAt,
  UnkeptAnswer,
  writeAnswer,
  writeFile,
  type WriterOptions,
  writeUnkept,
} from '../responses/response-writer';
import { StaticFile } from '../responses/static-file';

/**
 * Nest on Fastify, with one place where data answers are sent: what a controller returns
 * as {@link AnswerAt}, {@link UnkeptAnswer} or {@link StaticFile} goes to the response writer, whatever else goes Nest's usual way.
 */
export class ApiAdapter extends FastifyAdapter {
  readonly #writer: WriterOptions;

  constructor(options: FastifyServerOptions, writer: WriterOptions) {
    // Nest's middleware, which we have none of, would cost every request a look.
    super({ ...options, skipMiddie: true });
    this.#writer = writer;
  }

  override reply(...[response, body, statusCode]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    if (body instanceof AnswerAt) return writeAnswer(response as FastifyReply, body, this.#writer);
    if (body instanceof UnkeptAnswer) return writeUnkept(response as FastifyReply, body, this.#writer);
    if (body instanceof StaticFile) return writeFile(response as FastifyReply, body, this.#writer);
    return super.reply(response, body, statusCode);
  }
}
