import { STREAM_TYPE } from '@droptrack/contracts';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Streamed } from '../../platform/responses/streamed.decorator';
import { lastEventId } from './last-event-id';
import { filterOf } from './stream-filter';
import { StreamDto } from './stream.dto';
import { StreamsService } from './streams.service';

@Controller('v1/stream')
@Streamed(STREAM_TYPE)
export class StreamController {
  constructor(private readonly streams: StreamsService) {}

  @Get()
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query() query: StreamDto): Promise<void> {
    const afterSeq = lastEventId(request.headers['last-event-id']) ?? query.after ?? null;
    return this.streams.open(request, reply, filterOf(query), afterSeq);
  }
}
