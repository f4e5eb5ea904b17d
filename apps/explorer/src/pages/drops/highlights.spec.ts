import type { ValueBasis } from '@droptrack/contracts';
import { drop, event, page, render } from './testing';

describe('the first visit', () => {
  const paid = (basis: ValueBasis | null, over: Parameters<typeof drop>[0] = {}) =>
    drop({ ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67, basis }, ...over });

  it('names the real drop that paid most, whatever is forecast', async () => {
    const hoped = paid('forecast', { id: 'hoped', name: 'Hoped' });
    const { text } = await render({ drops: page([hoped, paid('realised')]) });
    expect(text).toContain('Paid most per wallet LIN Linea $87.04 realised by a typical wallet');
  });

  it('says of a payout that only its mean is known, without an explanation of the row', async () => {
    const { text, requests } = await render({ drops: page([paid('estimated')]) });
    expect(requests.join()).not.toContain('explain');
    expect(text).toContain('Paid most per wallet LIN Linea $87.04 estimated for a typical wallet');
  });

  it('claims no payout while none is realised', async () => {
    expect((await render({})).text).toContain('No payout of a real drop is known.');
  });

  it('claims nothing about drops beyond the page, unless their values are unknown', async () => {
    expect((await render({ drops: page([drop()], 'c2') })).text).toContain(
      'None of the 1 drops with the highest value has paid yet.',
    );
    const unvalued = drop({ id: 'other', ev_usd: { p10: null, p50: null, p90: null, basis: null } });
    const whole = await render({ drops: page([drop(), unvalued], 'c2') });
    expect(whole.text).toContain('No payout of a real drop is known.');
  });

  it('names no drop while a higher value has no basis, as of the past', async () => {
    const other = paid(null, { id: 'other', name: 'Other' });
    const { text } = await render({ drops: page([other, paid('realised')]) });
    expect(text).toContain('Paid most per wallet Not available at the moment.');
  });

  it('shows real windows by their end, and samples only without real ones', async () => {
    const fern = { drop: 'sample-fern', drop_name: 'Fern' };
    const sample = event({ title: 'Soon', ...fern, ends_at: '2026-11-24T12:00:00.000Z' });
    const later = event({ title: 'Later', ends_at: '2026-12-23T13:00:00.000Z' });
    const both = await render({ events: page([later, sample, event()]) });
    expect(both.text).toContain(
      'Closes next LIN Linea Claim window : closes in 3 days LIN Linea Later : closes in 30 days',
    );
    const samples = await render({ events: page([sample]) });
    expect(samples.text).toContain(
      'No open window of a real drop has a known end. Samples: FER Fern Sample Soon : closes in 1 day',
    );
  });

  it('counts the open claims of real drops, also those without a known end, the latest first', async () => {
    const claims = 'GET /v1/calendar?type=claim&from=2025-11-18&to=2026-11-24&include=ongoing&sample=false&limit=100';
    const early = event({ title: 'Early', drop_name: 'Ada', ends_at: null, starts_at: '2026-09-01T00:00:00.000Z' });
    const closed = event({ title: 'Closed', drop_name: 'Bo', ends_at: '2026-11-20T00:00:00.000Z' });
    const { text } = await render({ responses: { [claims]: page([early, closed, event()]) } });
    expect(text).toContain('Open now 2 claims LIN Linea closes in 3 days ADA Ada since Sep 1, 2026');
    expect(text).not.toContain('Bo ');
  });

  it('names at most 25 open claims, with the way to the others', async () => {
    const claims = 'GET /v1/calendar?type=claim&from=2025-11-18&to=2026-11-24&include=ongoing&sample=false&limit=100';
    const open = (count: number) =>
      render({
        responses: { [claims]: page(Array.from({ length: count }, (_, n) => event({ title: `Window ${n}` }))) },
      });
    const few = await open(25);
    expect(few.text.match(/closes in 3 days/g)).toHaveLength(25);
    expect(few.text).not.toContain('All live drops');
    const many = await open(60);
    expect(many.text).toContain('Open now 60 claims');
    expect(many.text.match(/closes in 3 days/g)).toHaveLength(25);
    expect(many.html).toContain('The latest 25. <a href="/?status=live">All live drops</a>');
  });

  it('claims nothing about open windows that could not be loaded', async () => {
    const { text } = await render({ events: new Response('', { status: 503 }) });
    expect(text).not.toContain('Open now');
    expect(text).toContain('Paid most per wallet');
  });

  it('puts a date that is known to the quarter on no day', async () => {
    const tge = { title: 'Token launch', status: 'tentative', precision: 'quarter', ends_at: null } as const;
    const { text } = await render({
      events: page([
        event({ ...tge, starts_at: '2026-10-01T00:00:00.000Z' }),
        event({ ...tge, title: 'Gone', starts_at: '2026-07-01T00:00:00.000Z' }),
      ]),
    });
    expect(text).toContain('Token launch : some time in Q4 2026 , tentative');
    expect(text).not.toContain('Gone');
  });

  it('leaves the highlights out of a filtered list', async () => {
    expect((await render({ url: '/?q=lin' })).text).not.toContain('Paid most');
  });
});
