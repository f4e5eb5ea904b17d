import { FORM, fakeSite, plan, WALLET } from './testing';

const PATHS = ['/', '/drops/linea', '/drops/linea?as_of=2026-11-01T00:00:00Z', '/calendar', '/calendar.ics', '/status'];

/** Views that are requested from the API by all pages, the calendar file and a check of a visitor. */
async function viewsOf(data?: 'delayed' | 'live') {
  const { app, views } = fakeSite(() => plan('scale'), { ...(data !== undefined && { data }) });
  for (const url of PATHS) await app.inject(url);
  await app.inject({ method: 'POST', url: '/check', headers: FORM, payload: `wallet=${WALLET}` });
  expect(views.length).toBeGreaterThan(PATHS.length);
  return new Set(views);
}

// A visitor without a key would otherwise see what the plan free sees a minute later.
it('reads the delayed view for visitors by default', async () => {
  expect(await viewsOf()).toEqual(new Set(['delayed']));
});

it('reads the data of its key if its operator says so', async () => {
  expect(await viewsOf('live')).toEqual(new Set([null]));
});
