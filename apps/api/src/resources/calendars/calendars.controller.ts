import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestKey } from '../../platform/auth/key.guard';
import { Public } from '../../platform/auth/requires-plan.decorator';
import { NoQueryDto } from '../../platform/input/no-query.dto';
import type { UncachedResponse } from '../../platform/responses/response-writer';
import type { StaticFile } from '../../platform/responses/static-file';
import { CreateCalendarFeedDto } from './calendars.dto';
import { CalendarsService } from './calendars.service';
import { FeedReader } from './feed-reader';

@Controller('v1/calendars')
export class CalendarsController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly reader: FeedReader,
  ) {}

  @Post()
  create(
    @Req() request: FastifyRequest,
    @Body() body: CreateCalendarFeedDto,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.calendars.create(requestKey(request), body);
  }

  @Get()
  list(@Req() request: FastifyRequest, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.calendars.list(requestKey(request));
  }

  /** Has no declared query: apps and proxies add parameters of their own to an address. */
  @Public()
  @Get('dtf_:token.ics')
  @Header('cache-control', 'private, max-age=900')
  @Header('content-disposition', 'inline; filename="droptrack.ics"')
  read(@Req() request: FastifyRequest, @Param('token') token: string): Promise<StaticFile> {
    return this.reader.read(`dtf_${token}`, request.ip);
  }

  @Get(':id')
  get(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<UncachedResponse> {
    return this.calendars.get(requestKey(request), id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  remove(@Req() request: FastifyRequest, @Param('id') id: string, @Query() _none: NoQueryDto): Promise<void> {
    return this.calendars.remove(requestKey(request), id);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  rotate(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() _none: NoQueryDto,
  ): Promise<UncachedResponse> {
    return this.calendars.rotate(requestKey(request), id);
  }
}
