import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropDefinition } from './definitions';
import { filledPath } from './documented-requests';
import { startApi, type TestApi } from './harness';
import { type InvalidInput, invalidInputs } from './invalid-inputs';
import { URL, webhookTerms } from './webhook-terms';

/**
 * Responses to invalid paths, headers, queries and bodies, as sent. To change them on purpose:
 * `UPDATE_REJECTIONS=1 npx jest apps/api/test/rejections.spec.ts`.
 */
const RECORDED = join(__dirname, 'rejections.txt');

let api: TestApi;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startApi([dropDefinition('linea'), dropDefinition('zora')], {
    webhooks: webhookTerms({ endpointsMax: 1_000, endpointsPerDayMax: 10_000 }),
    stopClock: true,
    // Accepted streams would have no end.
    streamsMax: 0,
  });
  const { secret } = await api.issueKey('scale', { requestsPerMinute: 1_000_000 });
  headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
});
afterAll(() => api.stop());

describe('the rejection of every invalid input', () => {
  const responses: { readonly input: InvalidInput; readonly response: string }[] = [];
  beforeAll(async () => {
    const { id } = await api.sdkOf(headers['authorization']!.slice('Bearer '.length)).webhooks.create({
      url: URL,
      events: ['*'],
    });
    for (const input of invalidInputs()) responses.push({ input, response: await responseTo(input, id) });
    expect(responses.length).toBeGreaterThan(900);
  });

  it('is the recorded one, byte by byte', () => {
    const labels = new Map<string, string[]>();
    for (const { input, response } of responses) {
      const key = `${input.method} ${input.template}\n${response}`;
      labels.set(key, [...(labels.get(key) ?? []), input.label]);
    }
    const text = [...labels].map(([key, own]) => `${key}\n${own.map((each) => `  ${each}\n`).join('')}`).join('\n');
    if (process.env['UPDATE_REJECTIONS'] !== undefined) writeFileSync(RECORDED, text);
    expect(text).toBe(readFileSync(RECORDED, 'utf8'));
  });

  // The bounds of bodies stand in the comments of their contracts, too.
  it('is sent for every body that the document does not allow', () => {
    const isAccepted = (response: string): boolean => response.startsWith('2') && !response.includes('"code":');
    const accepted = responses.filter(({ input, response }) => input.isForbidden === true && isAccepted(response));
    expect(accepted.map(({ input: { method, template, label } }) => `${method} ${template} ${label}`)).toEqual([]);
    expect(responses.filter(({ input }) => input.isForbidden).length).toBeGreaterThan(400);
  });
});

async function responseTo({ method, template, path: given, query, body, headers: own }: InvalidInput, webhook: string) {
  const values = Object.entries(given ?? {}).map(([name, value]) => [`${template} ${name}`, value]);
  const path = filledPath(template, { ...Object.fromEntries(values), '/v1/webhooks id': webhook });
  const { statusCode, body: text } = await api.inject({
    method,
    url: query === undefined ? path : `${path}?${query}`,
    headers: { ...headers, ...own },
    ...(body !== undefined && { payload: body }),
  });
  if (statusCode >= 400) return `${statusCode} ${masked(text, webhook)}`;
  // Requests for several results reject each of them on its own.
  const { data } = (text.includes('"problem"') ? JSON.parse(text) : {}) as { data?: { problem?: object }[] };
  const problems = data?.map(({ problem }) => problem ?? null);
  return problems === undefined ? String(statusCode) : `${statusCode} ${masked(JSON.stringify(problems), webhook)}`;
}

/** Without ids and instants of this run; those of messages have no milliseconds. */
const masked = (text: string, webhook: string): string =>
  text
    .replaceAll(webhook, 'wh_<id>')
    .replaceAll(/"request_id":"[^"]+"/g, '"request_id":"req_<id>"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<instant>');
