import type { CalendarFeed, CreatedCalendarFeed } from '@droptrack/contracts';
import { PUBLIC_URL } from '../../openapi/document/example-catalogue';
import type { PathParameterDocs } from '../../openapi/document/route-docs';

/** Feed of the examples. */
export const EXAMPLE_FEED: CalendarFeed = {
  id: 'feed_7q2m4xk09dbv5t1c8hzw',
  name: 'Claims on Linea',
  types: ['claim'],
  chains: ['linea'],
  drops: null,
  form: 'points',
  remind: 'P1D',
  created_at: '2026-08-01T09:30:00.000Z',
  last_read_at: '2026-08-22T09:12:40.518Z',
};

/** Token in the form of one, with a wrong checksum. */
const EXAMPLE_TOKEN = 'dtf_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50AbCdE';

const address = `/v1/calendars/${EXAMPLE_TOKEN}.ics`;

/** Feed with its address, as it is created. */
export const EXAMPLE_CREATED_FEED: CreatedCalendarFeed = {
  ...EXAMPLE_FEED,
  last_read_at: null,
  url: PUBLIC_URL + address,
  webcal_url: PUBLIC_URL.replace(/^https?:/, 'webcal:') + address,
};

/** Path parameter `{id}` of a feed. */
export const FEED_PATH: PathParameterDocs = {
  description: 'Id of the calendar.',
  schema: { type: 'string' },
  example: EXAMPLE_FEED.id,
};

/** Path parameter `{token}` of the address of a feed. */
export const TOKEN_PATH: PathParameterDocs = {
  description: 'Secret part of the address, from the member `url` of a created calendar.',
  schema: { type: 'string', pattern: '^[0-9A-Za-z]{36}$' },
  example: EXAMPLE_TOKEN.slice('dtf_'.length),
};
