import { CALENDAR_EVENT_TYPES } from '@droptrack/contracts';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { eventFacts, eventFactsOf, eventLine } from '../event-facts';
import { counted, known } from '../figures';
import { asOf, chainId, cursor, day, dropId, limit, sample, samplesLeftOut } from '../members';

export const upcomingEvents = defineTool({
  name: 'upcoming_events',
  title: 'Upcoming events',
  description:
    'Lists dated snapshots, token launches, claim windows, phases: open ones and later, soonest first, in UTC. 1 token. No result: nothing is announced; dates may still come.',
  input: z.strictObject({
    from: day.describe('first day; default today').optional(),
    to: day.describe('last day').optional(),
    type: z.enum(CALENDAR_EVENT_TYPES).optional(),
    drop: dropId.optional(),
    chain: chainId.optional(),
    sample,
    limit,
    cursor: cursor.optional(),
  }),
  facts: z.strictObject({ as_of: asOf, events: z.array(eventFacts), next_cursor: z.string().optional() }),
  answer: async (data, query) => {
    const page = await data.listCalendar({ ...known(query), include: 'ongoing' });
    const events = page.data.map((event) => eventFactsOf(event, page.as_of));
    const lines = [
      `${counted(events.length, 'event')} as of ${page.as_of}${samplesLeftOut(query.sample)}, in UTC. Tentative dates can move; an event that is not listed is not announced.`,
      ...events.map(eventLine),
      ...(page.next_cursor === null ? [] : [`More: cursor ${page.next_cursor}`]),
    ];
    return {
      text: lines.join('\n'),
      facts: { as_of: page.as_of, events, ...known({ next_cursor: page.next_cursor }) },
    };
  },
});
