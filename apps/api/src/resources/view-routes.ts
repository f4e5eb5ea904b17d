import { checkQuery } from '../platform/input/check-query';
import type { RespondFromView } from '../platform/server/route-table';
import type { CalendarService } from './calendar/calendar.service';
import { ListCalendarDto } from './calendar/list-calendar.dto';
import { ListDropsDto } from './drops/drops.dto';
import type { DomainsService } from './domains/domains.service';
import type { DropsService } from './drops/drops.service';

/**
 * Routes that need nothing but a view, by path: served in front of the framework. Each function does what the controller does,
 * and is compared with it (`test/response-cache.spec.ts`).
 */
export function viewRoutes(
  drops: Pick<DropsService, 'list' | 'get'>,
  calendar: Pick<CalendarService, 'list'>,
  domains: Pick<DomainsService, 'get'>,
): ReadonlyMap<string, RespondFromView> {
  return new Map<string, RespondFromView>([
    [
      '/v1/drops',
      (viewer, { query }) => {
        const dto = checkQuery(query, ListDropsDto);
        return dto.include === undefined ? drops.list(viewer, dto) : null;
      },
    ],
    // With a query, the plan may be required first (`as_of`).
    ['/v1/drops/:id', (viewer, { path, query }) => (query === '' ? drops.get(viewer, lastSegment(path)) : null)],
    // The framework decodes a host that is encoded, and rejects a query.
    [
      '/v1/domains/:host',
      (viewer, { path, query }) =>
        query === '' && !path.includes('%') ? domains.get(viewer, lastSegment(path)) : null,
    ],
    ['/v1/calendar', (viewer, { query }) => calendar.list(viewer, checkQuery(query, ListCalendarDto))],
  ]);
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
