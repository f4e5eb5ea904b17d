import ICAL from 'ical.js';

// Continued lines begin with a space, which the library does not count: 75 bytes with it (RFC 5545 §3.1).
ICAL.foldLength = 74;

/** Properties that the library does not know: RFC 7986, and what clients adopted before it. */
Object.assign(ICAL.design.icalendar.property, {
  name: { defaultType: 'text' },
  'x-wr-calname': { defaultType: 'text' },
  'refresh-interval': { defaultType: 'duration' },
  'x-published-ttl': { defaultType: 'duration' },
  source: { defaultType: 'uri' },
});

export { ICAL };
