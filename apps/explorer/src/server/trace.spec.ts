import { siteOf } from './testing';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const loggedTraces = (log: string): (string | undefined)[] =>
  log
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { traceId?: string }).traceId);

describe('the trace of a page', () => {
  it('is that of the visitor, in the requests to the API and in the log', async () => {
    const { app, traces, log } = siteOf();
    await app.inject({ url: '/', headers: { traceparent: TRACEPARENT, tracestate: 'vendor=private' } });
    expect(traces).toEqual([TRACEPARENT]);
    expect(loggedTraces(log())).toEqual([TRACE_ID]);
    expect(log()).not.toContain('private');
  });

  it.each([
    ['no header', undefined],
    ['an invalid one', '00-invalid'],
  ])('begins here for a visitor with %s, so that lines of both logs can be matched', async (_, traceparent) => {
    const { app, traces, log } = siteOf();
    await app.inject({ url: '/', headers: { ...(traceparent && { traceparent }) } });
    const [logged] = loggedTraces(log());
    expect(traces).toEqual([expect.stringMatching(`^00-${logged}-[0-9a-f]{16}-00$`)]);
    expect(log()).not.toContain('invalid');
  });

  it('is none for a page from the cache, which reads nothing', async () => {
    const { app, log } = siteOf();
    await app.inject('/');
    await app.inject('/');
    expect(loggedTraces(log())).toEqual([expect.any(String), undefined]);
  });
});
