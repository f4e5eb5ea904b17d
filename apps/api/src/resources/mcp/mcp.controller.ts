import { Body, Controller, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import { CostsTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { send } from '../../platform/responses/send';
import { countMcpTokens } from './mcp-cost';
import { McpService } from './mcp.service';

/** Route for agents. It is not part of the OpenAPI document: its messages are those of its own protocol. */
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @CostsTokens(countMcpTokens)
  async message(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body() body: Buffer,
    @Query() _none: NoQueryDto,
  ): Promise<void> {
    const { status, type, text } = await this.mcp.handle(request, body);
    const head = reply.getHeaders() as OutgoingHttpHeaders;
    head['cache-control'] = 'no-store';
    if (type !== null) head['content-type'] = type;
    send(reply, status, head, text);
  }
}
