import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import { AnswerAt, writeAnswer, type WriterOptions } from './response-writer';

/**
 * Nest on Fastify, with one place where data answers are sent: what a controller returns
 * as {@link AnswerAt} goes to the response writer, whatever else goes Nest's usual way.
 */
export class ApiAdapter extends FastifyAdapter {
  readonly #writer: WriterOptions;

  constructor(options: FastifyServerOptions, writer: WriterOptions) {
    super(options);
    this.#writer = writer;
  }

  override reply(...[response, body, statusCode]: Parameters<FastifyAdapter['reply']>): FastifyReply {
    return body instanceof AnswerAt
      ? writeAnswer(response as FastifyReply, body, this.#writer)
      : super.reply(response, body, statusCode);
  }
}
