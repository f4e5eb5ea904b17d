import { drop, event, page, render, UNKNOWN_DROP } from './testing';

const rejected = (code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status: 400, code, detail: '' }), { status: 400 });

describe('the list of drops', () => {
  it('shows the figures of the API', async () => {
    const { text } = await render({ events: page([event()]) });
    expect(text).toContain('Upcoming forecast $87.04 $7.10 to $1,067 65 +12 7d');
    expect(text).toContain(
      'confidence 86% 82 9.361B 749,662 wallets Sep 10, 2026 not open opens Sep 10, 2026 Claim window closes in 3 days',
    );
    expect(text).toContain('LIN Linea LINEA Drops on Linea');
    // A column without a value says nothing.
    expect((await render({})).html).not.toContain('>Next date<');
  });

  it('shows unknown values as unknown, and a score without readings as not measured', async () => {
    const { text, requests } = await render({ drops: page([UNKNOWN_DROP]) });
    const unknown = '– unknown';
    expect(text).toContain(`Upcoming ${unknown} – not measured ${unknown} ${unknown} ${unknown} ${unknown}`);
    expect(text).not.toContain('confidence 0%');
    expect(requests).toHaveLength(3);
  });

  it('shows no change of a history that is shorter than 7 days', async () => {
    const { text } = await render({ drops: page([drop({ hype_delta_7d: null, hype_scores_7d: [60, 65] })]) });
    expect(text).toContain('65 Hype of Linea');
    expect(text).not.toContain('±0');
  });

  // Scores and events need the database of the API, which the list itself does not.
  it('keeps a row whose details cannot be loaded', async () => {
    const failed = new Response('', { status: 503 });
    const withScores = 'GET /v1/drops?sort=ev&order=desc&sample=false&limit=25&include=hype';
    const { text, html } = await render({ drops: page([drop()]), events: failed, responses: { [withScores]: failed } });
    expect(text).toContain('Upcoming forecast $87.04 $7.10 to $1,067 65 +12 7d confidence 86%');
    expect(html).not.toContain('class="picture"');
    expect(text).toContain('Parts of this page may be missing.');
  });

  it('lists drops without scores from an API of an earlier release, which does not know the parameter', async () => {
    const withScores = 'GET /v1/drops?sort=ev&order=desc&sample=false&limit=25&include=hype';
    const { text } = await render({
      drops: page([drop()]),
      responses: { [withScores]: Response.json({ code: 'unknown_parameter' }, { status: 400 }) },
    });
    expect(text).toContain('Upcoming forecast $87.04');
    expect(text).not.toContain('does not accept these filters');
  });

  it('draws the scores of each drop, which come with the list, and nothing without a score', async () => {
    const { html, requests } = await render({});
    expect(html).toContain('class="picture"');
    expect(html).toContain('Hype of Linea in the last 7 days');
    expect(requests.filter((request) => request.startsWith('GET /v1/drops'))).toHaveLength(1);
    const empty = await render({ drops: page([drop({ hype_scores_7d: [null, null] })]) });
    expect(empty.html).not.toContain('class="picture"');
  });

  it('asks for real drops by value, and for samples on request', async () => {
    expect((await render({})).requests[0]).toBe('GET /v1/drops?sort=ev&order=desc&sample=false&limit=25&include=hype');
    const { requests } = await render({ url: '/?sample=true&sort=snapshot&q=lin&status=live&chain=base&cursor=abc' });
    expect(requests[0]).toBe(
      'GET /v1/drops?q=lin&status=live&chain=base&sort=snapshot&order=asc&sample=true&limit=25&cursor=abc&include=hype',
    );
    expect((await render({ url: '/?sample=all' })).requests[0]).not.toContain('sample');
  });

  it('marks samples', async () => {
    const { text } = await render({ drops: page([drop({ id: 'sample-fern', name: 'Fern' })]) });
    expect(text).toContain('Fern LINEA Sample');
  });

  it('renders a hostile name as text', async () => {
    const { html } = await render({
      drops: page([drop({ name: '<script>alert(1)</script>\u202egnp' })]),
      events: page([event({ title: '"><img src=x>\u2066' })]),
    });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('pages of the list', () => {
  it('links the next page with the same filters', async () => {
    const { html } = await render({ url: '/?status=live', drops: page([drop()], 'c2') });
    expect(html).toContain('href="/?status=live&amp;cursor=c2&amp;page=2"');
  });

  it('says which drops of how many a page has, and links the page before it', async () => {
    const all = (n: number) => page(Array.from({ length: n }, (_, i) => drop({ id: `d${i}` })));
    const counted = 'GET /v1/drops?sort=ev&order=desc&sample=false&limit=100';
    const second = { url: '/?cursor=c2&page=2', drops: page([drop()], 'c3'), responses: { [counted]: all(81) } };
    const { html, text } = await render(second);
    expect(text).toContain('Drops 26 to 26 of 81');
    expect(html).toContain('<a href="/" rel="prev">');
    expect(html).toContain('href="/?cursor=c3&amp;page=3&amp;trail=c2"');
    const more = { ...second, url: '/?cursor=c3&page=3&trail=c2', responses: { [counted]: page([drop()], 'c9') } };
    const third = await render(more);
    expect(third.text).toContain('Drops 51 to 51, and more');
    expect(third.html).toContain('<a href="/?cursor=c2&amp;page=2" rel="prev">');
    expect((await render({ url: '/?cursor=c4&page=4' })).text).toContain('Drops 76 to 76 of 76');
    expect((await render({})).text).toContain('1 drop');
  });

  // A drop without a score is neither the highest nor the lowest.
  it.each([
    ['hype', 'Hype not measured'],
    ['ev', 'Value not known'],
  ])('sets drops apart that have no place in the order: %s', async (sort, heading) => {
    const { text } = await render({
      url: `/?sort=${sort}`,
      drops: page([drop(), UNKNOWN_DROP, { ...UNKNOWN_DROP, id: 'x' }]),
    });
    expect(text.split(heading)).toHaveLength(2);
    expect((await render({ url: `/?sort=${sort}` })).text).not.toContain(heading);
  });

  it('shows the first page with a note for a cursor that no longer fits', async () => {
    const { view, text, requests } = await render({
      url: '/?status=live&cursor=old',
      responses: {
        'GET /v1/drops?status=live&sort=ev&order=desc&sample=false&limit=25&cursor=old&include=hype':
          rejected('invalid_cursor'),
      },
    });
    expect(view.status ?? 200).toBe(200);
    expect(text).toContain('This is the first page.');
    expect(text).toContain('Linea');
    expect(requests).toContain('GET /v1/drops?status=live&sort=ev&order=desc&sample=false&limit=25&include=hype');
  });

  it('lists nothing, with a note, if the API rejects a filter', async () => {
    const { text } = await render({
      url: '/?q=x',
      responses: {
        'GET /v1/drops?q=x&sort=ev&order=desc&sample=false&limit=25&include=hype': rejected('invalid_parameter'),
      },
    });
    expect(text).toContain('The API does not accept these filters, so no drop is listed.');
    expect(text).not.toContain('Linea');
  });

  // All drops would look like the result of the filter.
  it('notes each value that was ignored, and lists nothing without a filter', async () => {
    const { text, requests } = await render({ url: '/?status=dead' });
    expect(text).toContain('“status” in the address was ignored: it must be one of upcoming, live, tge.');
    expect(text).toContain('No drop is listed, as a filter cannot be used');
    expect([text.includes('Linea'), requests]).toEqual([false, []]);
    const sorted = (await render({ url: '/?sort=size' })).text;
    expect(sorted).toContain('“sort” in the address was ignored');
    expect(sorted).toContain('Linea');
  });

  it('takes a chain in any case', async () => {
    const { requests } = await render({ url: '/?chain=Arbitrum' });
    expect(requests).toContain('GET /v1/drops?chain=arbitrum&sort=ev&order=desc&sample=false&limit=25&include=hype');
  });
});

describe('an empty list', () => {
  it('offers to clear the filters', async () => {
    const { text, html } = await render({ url: '/?q=none&sort=hype', drops: page([]) });
    expect(text).toContain('No drop matches');
    expect(html).toContain('<a href="/?sort=hype">Clear the filters</a>');
    expect(html).toContain('<a href="/?q=none&amp;sort=hype&amp;sample=all">search samples too</a>');
  });

  it('names the command that adds drops', async () => {
    const { text, html } = await render({ drops: page([]) });
    expect(text).toContain('droptrack catalogue apply');
    expect(html).toContain('<a href="/?sample=all">look at samples</a>');
  });
});
