import { renderPage } from '../testing';
import { problem } from '../server/testing';
import type { Page } from './page';
import { errorPage, limitPage, requestErrorPage } from './error-page';

/** Renders the page of the error that the API's response to a drop causes. */
function failed(response: Response | Error, id = 'linea') {
  const page: Page = (request, { client }) =>
    client.drops.get(id).then(
      () => ({ title: '', content: '' }),
      (error: unknown) => errorPage(error, request),
    );
  const url = `/drops/${encodeURIComponent(id)}`;
  const responses = { [`GET /v1/drops/${encodeURIComponent(id)}`]: response };
  return renderPage(page, { url, params: { id }, responses });
}

describe('errorPage', () => {
  it('names an unknown drop, and leads to a search for it', async () => {
    const { view, html, text } = await failed(problem(404, 'drop_not_found'), 'line a');
    expect(view.status).toBe(404);
    expect(text).toContain('No drop is called “ line a ”');
    expect(html).toContain('href="/?q=line+a"');
  });

  it('shows the name of an unknown drop as inert text', async () => {
    const { html } = await failed(problem(404, 'drop_not_found'), '<script>\u202ealert(1)</script>"');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('\u202e');
  });

  it('states that a drop is archived', async () => {
    const { view, text } = await failed(problem(410, 'drop_archived'));
    expect([view.status, text]).toEqual([410, expect.stringContaining('The drop “ linea ” is archived')]);
  });

  it('repeats the wait that the API asks for at its limit', async () => {
    const { view, text } = await failed(problem(429, 'rate_limited', { 'retry-after': '7' }));
    expect([view.status, view.retryAfterSeconds]).toEqual([503, 7]);
    expect(text).toContain('Reload the page in 7 seconds');
  });

  it.each([
    ['a key that the API rejects', problem(401, 'invalid_api_key'), 'rejects the key'],
    ['a plan that lacks a page', problem(403, 'plan_required'), 'does not include this page'],
    ['an API that has a problem', problem(503, 'unavailable'), 'The API cannot serve this site at the moment'],
    [
      'a proxy in front of it',
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'The API cannot serve this site at the moment',
    ],
    [
      'a body that is no JSON',
      new Response('{', { headers: { 'content-type': 'application/json' } }),
      'does not respond',
    ],
  ])('explains %s with a 503', async (_, response, sentence) => {
    const { view, text } = await failed(response);
    expect(view.status).toBe(503);
    expect(view.retryAfterSeconds).toBeGreaterThan(0);
    expect(text).toContain(sentence);
  });

  it('leads from an invalid value to the page without it', async () => {
    const { view, html } = await failed(problem(400, 'invalid_parameter'));
    expect(view.status).toBe(400);
    expect(html).toContain('<a href="/drops/linea">this page without its options</a>');
  });

  it('explains an API that cannot be reached', async () => {
    const { DroptrackError, ConnectionError } = await import('@droptrack/sdk');
    const error = new ConnectionError('no response');
    expect(error).toBeInstanceOf(DroptrackError);
    expect(errorPage(error)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  it('shows nothing of an error in the program itself', async () => {
    const { text } = await renderPage(() => Promise.resolve(errorPage(new Error('secret detail'))), { url: '/' });
    expect(text).toContain('This page failed');
    expect(text).not.toContain('secret');
  });
});

it('states when a limited visitor can come again', async () => {
  const { view, text } = await renderPage(() => Promise.resolve(limitPage(1)), { url: '/' });
  expect([view.status, view.retryAfterSeconds]).toEqual([429, 1]);
  expect(text).toContain('Try again in 1 second.');
});

it.each([400, 405, 408, 413, 414, 415, 418, 500, 503])('has a page for a request rejected with %i', async (status) => {
  const view = requestErrorPage(status);
  expect(view.status).toBe(status >= 500 ? 500 : status);
  const { text } = await renderPage(() => Promise.resolve(view), { url: '/' });
  expect(text.length).toBeGreaterThan(20);
});
