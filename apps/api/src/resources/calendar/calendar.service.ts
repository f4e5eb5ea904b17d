import { PAGE_LIMIT } from '@droptrack/contracts';
import { type CalendarListQuery, type CatalogueView, listCalendar } from '@droptrack/catalogue';
import { cursorScope } from '@droptrack/pagination';
import { Injectable } from '@nestjs/common';
import type { ResponseBody } from '../../platform/responses/response-body';
import { listBody, positionOf } from '../../platform/responses/list-body';
import { ViewResponse } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { ListCalendarDto } from './list-calendar.dto';

const DAY_MS = 86_400_000;

/** Serves the calendar from the view in memory. */
@Injectable()
export class CalendarService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list or filter. */
  list(viewer: Viewer, dto: ListCalendarDto): ViewResponse {
    const seen = this.catalogue.requireView(viewer);
    const today = new Date(seen.asOfMs).toISOString().slice(0, 10); // Default of `from`.
    return new ViewResponse(page(seen.view, dto, today), seen);
  }
}

function page(view: CatalogueView, dto: ListCalendarDto, today: string): ResponseBody {
  const from = dto.from ?? today;
  const { to, type, drop, chain, sample, include } = dto;
  const scope = cursorScope('calendar', { from, to, type, drop, chain, sample, include });
  const query: CalendarListQuery = {
    fromMs: startOfDay(from),
    toMs: to === undefined ? null : startOfDay(to) + DAY_MS,
    type: type ?? null,
    drop: drop ?? null,
    chain: chain ?? null,
    sample: sample ?? null,
    includeOngoing: include === 'ongoing',
  };
  const slice = listCalendar(view, query, positionOf(dto.cursor, scope), dto.limit ?? PAGE_LIMIT.default);
  return listBody(slice, '/v1/calendar', { ...dto, from }, scope);
}

const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
