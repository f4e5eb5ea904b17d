import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Revision } from '@droptrack/catalogue';
import { archival, type Change, dropBody, dropChange, eventBody, eventChange } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { Rejections } from '../src/platform/fast-path/rejections';
import { ResponseCache } from '../src/platform/fast-path/response-cache';
import {
  answers,
  closeConnections,
  comparable,
  ORIGIN,
  recorded,
  SECRETS,
  send,
  type Sent,
  startInstance,
  State,
  UNKNOWN_SECRET,
} from './two-paths';
import { until } from './until';

const TARGETS = [
  '/v1/drops',
  '/v1/drops?limit=1',
  '/v1/drops?limit=1&sort=ev',
  '/v1/drops?sort=ev&limit=1',
  '/v1/drops?status=upcoming,live',
  '/v1/drops?status=upcoming&status=live',
  '/v1/drops?status=upcoming%2Clive',
  '/v1/drops?limit=1&limit=1',
  '/v1/drops?limit=0',
  '/v1/drops?colour=red',
  '/v1/drops/',
  '/v1/drops/linea',
  '/v1/drops/line%61',
  '/v1/drops/linea?as_of=2026-08-22T10:00:00Z',
  '/v1/drops/base',
  '/v1/drops/nope',
  '/v1/drops/line_a',
  '/v1/drops?limit=1&cursor=NEXT',
  '/v1/drops/linea/hype',
  '/v1/domains/claim.linea.build',
  '/v1/domains/l%C3%ACnea.build',
  '/v1/domains/localhost',
  '/v1/calendar',
  '/v1/calendar?include=ongoing&limit=1',
  '/v1/calendar?from=2026-08-23',
  '/v1/me',
  '/v1/events',
  '/healthz',
  '/nope',
  '/nope/a.php?b=1#c',
  '/nope/',
  `/nope/${'ab'.repeat(32)}`,
  '/v1/%6Eope',
  '/v1/drops/linea/',
  '/v1/drops/linea?',
  '/v1/webhooks/wh_1/rotate-secret',
  '/v1/eligibility',
  '/mcp',
  '/v1/pictures/drops/linea.svg',
  '/v1/snapshots/drops',
  '/v1/stream',
  '/v1/stream?after=0',
  '/v1/drops?#',
  'http://api.test/v1/drops?limit=1',
];
/** Requested often, so that the cache has them. */
const OFTEN = ['/v1/drops?limit=1', '/v1/drops/linea', '/v1/calendar', '/v1/drops?colour=red', '/v1/drops/nope'];
/** Stands for the last cursor that was received. */
const NEXT = 'NEXT';
/** Valid and invalid parameters of the routes that need nothing but a view, of which queries are combined. */
const PARAMETERS = [
  ...['sort=ev', 'sort=name', 'sort=colour', 'order=asc', 'status=live', 'status=upcoming,live', 'chain=LINEA,base'],
  ...[
    'q=drop',
    'q=%20',
    'limit=1',
    'limit=1',
    'limit=2',
    'limit=0',
    'sample=false',
    'updated_since=2026-08-22T10:00:00Z',
  ],
  ...['updated_since=now', 'include=hype', 'include=ongoing', 'cursor=abc', `cursor=${NEXT}`, 'from=2026-08-23'],
  ...['to=2026-09-01', 'type=claim', 'drop=linea', 'as_of=2026-08-22T10:00:00Z', 'colour=red', '%73ort=ev', '=', ''],
];
/** Codes of their rejections, of which few runs have some. */
const OF_VIEW_ROUTES = ['drop_not_found', 'unknown_parameter', 'invalid_parameter', 'invalid_cursor'] as const;
const combinedTargets = fc
  .tuple(
    fc.constantFrom('/v1/drops', '/v1/drops', '/v1/calendar', '/v1/drops/base'),
    fc.array(fc.constantFrom(...PARAMETERS), { maxLength: 4 }),
  )
  .map(([path, parameters]) => `${path}?${parameters.join('&')}`);
const ACCEPTS = [undefined, '*/*', 'application/json', 'text/html', 'application/json;q=0', 'text/html, */*;q=0.1'];
const ENCODINGS = [undefined, 'gzip', 'br', 'gzip, br', 'gzip;q=1, br;q=0.5', 'identity', '*;q=0', 'gzip;q=0'];
const TAGS = [undefined, undefined, 'same', 'strong', 'listed', '*', 'W/"other"', 'nonsense'] as const;
const CHANGES: readonly Change[] = [
  dropChange(dropBody({ hype_score: 66 })),
  dropChange(dropBody({ id: 'base', name: 'Base', hype_score: 12 })),
  archival('drop', 'base'),
  eventChange(eventBody({ title: 'Another window' })),
  ...Array.from({ length: 6 }, (_, n) => dropChange(dropBody({ id: `drop-${n}`, name: `Drop ${n}`, status: 'live' }))),
];

type Step =
  | { readonly kind: 'request'; readonly request: RequestChoice }
  | { readonly kind: 'confirm' | 'wait'; readonly ms: number }
  | { readonly kind: 'revise'; readonly change: Change }
  | { readonly kind: 'revoke' };
type RequestChoice = ReturnType<typeof requestChoice> extends fc.Arbitrary<infer Choice> ? Choice : never;

function requestChoice() {
  return fc.record({
    method: fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, fc.constantFrom('HEAD', 'OPTIONS', 'POST')),
    target: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...OFTEN) }, fc.constantFrom(...TARGETS), {
      weight: 2,
      arbitrary: combinedTargets,
    }),
    key: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom('free', 'pro', 'pro', 'otherPro', 'scale', 'small', 'revoked', 'expiring'),
      },
      { weight: 3, arbitrary: fc.constantFrom('none', 'garbage', 'unknown', 'unknown', 'long') },
    ),
    scheme: fc.oneof({ weight: 4, arbitrary: fc.constant('Bearer ') }, fc.constant('bearer ')),
    accept: fc.oneof({ weight: 3, arbitrary: fc.constant('*/*') }, fc.constantFrom(...ACCEPTS)),
    encoding: fc.oneof({ weight: 3, arbitrary: fc.constant('gzip, br') }, fc.constantFrom(...ENCODINGS)),
    tag: fc.constantFrom(...TAGS),
    extra: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      fc.constantFrom<Record<string, string>>(
        { origin: ORIGIN },
        { origin: 'https://other.example.com' },
        { 'x-request-id': '4bf92f3577b34da6a3ce929d0e0e4736' },
        { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
        { traceparent: '00-garbage' },
        { 'content-length': '0' },
        { expect: 'nothing' },
        { 'x-forwarded-for': '198.51.100.1' },
        { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' },
        { 'x-forwarded-for': '198.51.100.2, unknown, 127.0.0.1' },
        { 'x-data-view': 'delayed' },
        { 'x-data-view': 'nonsense' },
      ),
    ),
    times: fc.integer({ min: 1, max: 4 }),
  });
}

const steps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: requestChoice().map((request): Step => ({ kind: 'request', request })) },
    { weight: 2, arbitrary: fc.constantFrom(1, 1_000, 61_000).map((ms): Step => ({ kind: 'confirm', ms })) },
    { weight: 1, arbitrary: fc.constantFrom(1_000, 61_000).map((ms): Step => ({ kind: 'wait', ms })) },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES).map((change): Step => ({ kind: 'revise', change })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'revoke' }) },
  ),
  { minLength: 40, maxLength: 80, size: 'max' },
);

/** Requests that the cache has after the first: random sequences rarely have fewer than twenty of them. */
const REPEATED = Array.from({ length: 8 }, (): Step => ({
  kind: 'request',
  request: {
    ...{ method: 'GET', target: '/v1/drops?limit=1', key: 'pro', scheme: 'Bearer ', accept: '*/*', extra: {} },
    ...{ encoding: 'gzip, br', tag: undefined, times: 4 },
  },
}));

describe.each([
  ['without CORS', [], []],
  ['with CORS, behind a proxy', [ORIGIN], ['127.0.0.1']],
])('responses in front of the framework, %s', (_, corsOrigins, trustedProxies) => {
  it('are what the framework sends: status, headers, body, access log and metrics', async () => {
    const find = jest.spyOn(ResponseCache.prototype, 'find');
    const reject = jest.spyOn(Rejections.prototype, 'send');
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const state = new State();
        const cached = await startInstance(state, corsOrigins, trustedProxies);
        const plain = await startInstance(state, corsOrigins, trustedProxies);
        await cached.api.app.listen(0, '127.0.0.1');
        const listener = createServer({ requireHostHeader: false }, (request, response) => {
          plain.api.server.routing(request, response);
        });
        listener.keepAliveTimeout = cached.api.server.server.keepAliveTimeout;
        await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
        listener.on('checkExpectation', (request, response) => {
          plain.api.server.server.emit('checkExpectation', request, response);
        });
        const ports = [cached.api.server.server, listener].map((server) => (server.address() as AddressInfo).port);
        const both = [cached, plain];
        const tags = new Map<string, string>();
        let cursor = '';
        let revisions: Revision[] = [];
        const confirm = (): void =>
          both.forEach(({ catalogue }) =>
            catalogue.confirmed({ seq: revisions.length, asOfMs: state.nowMs, clockSkewMs: 0 }),
          );
        const revise = (change: Change): void => {
          const revision = {
            ...change,
            seq: revisions.length + 1,
            recordedAtMs: state.nowMs,
            cause: 'catalogue',
          } as Revision;
          revisions = [...revisions, revision];
          both.forEach(({ catalogue }) => catalogue.appended([revision]));
          confirm();
        };
        try {
          [dropChange(dropBody()), eventChange(eventBody())].forEach(revise);
          state.nowMs += 61_000;
          confirm();
          for (const step of taken) {
            if (step.kind === 'revise') revise(step.change);
            else if (step.kind === 'revoke') {
              state.changed.add('revoked');
              both.forEach(({ keys }) => keys.keysChanged());
            } else if (step.kind !== 'request') {
              state.nowMs += step.ms;
              state.monotonicMs += step.ms;
              if (step.kind === 'confirm') confirm();
            } else {
              for (let times = 0; times < step.request.times; times += 1) {
                const sent = sentOf(step.request, tags, cursor);
                const [one, other] = await Promise.all(ports.map((port) => send(port, sent)));
                expect(comparable(one!)).toEqual(comparable(other!));
                cursor = /"next_cursor":"([^"]+)"/.exec(one!.body)?.[1] ?? cursor;
                if (typeof one?.headers.etag === 'string') tags.set(sent.target, one.headers.etag);
              }
            }
          }
          await until(() => Promise.resolve(cached.lines.length === plain.lines.length));
          expect(cached.lines.map(recorded)).toEqual(plain.lines.map(recorded));
          expect(await answers(cached.metrics)).toEqual(await answers(plain.metrics));
          expect(new Set(cached.used)).toEqual(new Set(plain.used));
        } finally {
          closeConnections();
          listener.closeAllConnections();
          await Promise.all([cached.api.stop(), plain.api.stop(), new Promise((resolve) => listener.close(resolve))]);
        }
      }),
      { numRuns: 7, examples: [[REPEATED]] },
    );
    const hits = find.mock.results.filter(({ value }) => value !== null).length;
    expect(hits).toBeGreaterThan(20);
    const rejected = new Set(reject.mock.calls.map(([, { code }]) => code));
    expect([...rejected]).toEqual(
      expect.arrayContaining([
        'rate_limited',
        'missing_api_key',
        'invalid_api_key',
        'revoked_api_key',
        'route_not_found',
      ]),
    );
    expect(OF_VIEW_ROUTES.some((code) => rejected.has(code))).toBe(true);
    find.mockRestore();
    reject.mockRestore();
  }, 120_000);
});

/** Texts in place of a key that exists. */
const OTHER_SECRETS: Readonly<Record<string, string>> = {
  garbage: 'x',
  unknown: UNKNOWN_SECRET,
  long: 'x'.repeat(300),
};

function sentOf(
  { method, target: chosen, key, scheme, accept, encoding, tag, extra }: RequestChoice,
  tags: Map<string, string>,
  cursor: string,
): Sent {
  const target = chosen.replace(NEXT, cursor);
  const known = tags.get(target) ?? 'W/"none"';
  const forms: Record<string, string> = { same: known, strong: known.slice(2), listed: `"a", ${known} , W/"b"` };
  const authorization = key === 'none' ? undefined : scheme + (OTHER_SECRETS[key] ?? SECRETS[key]);
  const headers = {
    authorization,
    accept,
    'accept-encoding': encoding,
    'if-none-match': tag === undefined ? undefined : (forms[tag] ?? tag),
    ...extra,
  };
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { method, target, headers: Object.fromEntries(given) };
}
