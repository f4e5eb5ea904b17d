import { gzipSync } from 'node:zlib';
import { conformsToOpenApi, type Exchange } from './conforms';

const drop = {
  id: 'linea',
  name: 'Linea',
  chain: 'linea',
  chain_id: 59144,
  symbol: 'LINEA',
  token: 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  status: 'upcoming',
  hype_score: 65,
  hype_delta_7d: 12,
  hype_confidence: 0.86,
  rating: { reward: 47, legit: 82, difficulty: 35 },
  ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67, basis: 'forecast' },
  snapshot: { block: null, date: null },
  launch_at: '2026-09-10T00:00:00.000Z',
  claim: { opens_at: '2026-09-10T13:00:00.000Z', closes_at: '2026-12-09T00:00:00.000Z', state: 'not_open' },
  tokens: '9361298700',
  wallets: 749662,
  cost_usd: 12.5,
  distribution: { method: 'direct_credit', checker: null },
  updated_at: '2026-08-22T09:58:41.123Z',
};
const problem = {
  type: 'https://api.example.com/problems/drop-not-found',
  title: 'Drop not found',
  status: 404,
  detail: 'No drop has the id "nope"',
  instance: '/v1/drops/nope',
  code: 'drop_not_found',
  request_id: 'req_1',
  errors: [],
};

const response: Exchange = {
  method: 'GET',
  path: '/v1/drops/linea',
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    etag: 'W/"abc"',
    vary: 'Authorization, Accept, Accept-Encoding',
    'ratelimit-policy': '"pro";q=600;w=60',
    ratelimit: '"pro";r=599;t=1',
    'x-data-as-of': '2026-08-22T10:00:00.000Z',
    'x-request-id': 'req_1',
  },
  body: JSON.stringify(drop),
};
const rejection: Exchange = {
  ...response,
  path: '/v1/drops/nope?x=1',
  status: 404,
  headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'x-request-id': 'req_1' },
  body: JSON.stringify(problem),
};
const withHeaders = (exchange: Exchange, headers: Exchange['headers']): Exchange => ({
  ...exchange,
  headers: { ...exchange.headers, ...headers },
});

describe('conformsToOpenApi', () => {
  it.each<[string, Exchange]>([
    ['data', response],
    ['a rejection', rejection],
    ['HEAD without a body', { ...response, method: 'HEAD', body: '' }],
    ['304 without a body', { ...response, status: 304, body: '' }],
    [
      'a compressed body',
      withHeaders({ ...response, body: gzipSync(String(response.body)) }, { 'content-encoding': 'gzip' }),
    ],
    [
      'OPTIONS',
      { ...response, method: 'OPTIONS', status: 204, headers: { allow: 'GET', 'x-request-id': '1' }, body: '' },
    ],
    ['an unknown path', { ...rejection, path: '/nope', body: JSON.stringify({ ...problem, code: 'route_not_found' }) }],
    [
      'an unknown method',
      withHeaders(
        { ...rejection, method: 'DELETE', status: 405, body: JSON.stringify({ ...problem, status: 405, code: 'method_not_allowed' }) }, // prettier-ignore
        { allow: 'GET, HEAD' },
      ),
    ],
  ])('accepts %s', (_, exchange) => {
    expect(() => conformsToOpenApi(exchange)).not.toThrow();
  });

  it.each<[string, Exchange, string]>([
    ['a path', { ...response, path: '/v1/nope' }, 'there is no such operation'],
    ['a method', { ...response, method: 'PUT' }, 'there is no such operation'],
    ['a status', { ...response, status: 202 }, 'the status is not documented; documented: 200, 304, 400'],
    ['a header', withHeaders(response, { 'x-extra': '1' }), 'header x-extra is not documented'],
    ['a missing header', withHeaders(response, { etag: undefined }), 'header etag is missing'],
    ['an invalid header', withHeaders(response, { etag: '"strong"' }), 'header etag must match pattern'],
    ['a media type', withHeaders(response, { 'content-type': 'text/html' }), 'the type "text/html" is not documented'],
    ['a member', { ...response, body: JSON.stringify({ ...drop, secret: 1 }) }, 'additional properties: secret'],
    [
      'a nested member',
      { ...response, body: JSON.stringify({ ...drop, rating: { ...drop.rating, fun: 1 } }) },
      'body/rating must NOT have additional properties: fun',
    ],
    [
      'a missing member',
      { ...response, body: JSON.stringify({ ...drop, name: undefined }) },
      "required property 'name'",
    ],
    ['a number out of range', { ...response, body: JSON.stringify({ ...drop, hype_score: 101 }) }, 'body/hype_score must be <= 100'], // prettier-ignore
    [
      'a fraction',
      { ...response, body: JSON.stringify({ ...drop, hype_score: 6.5 }) },
      'body/hype_score must be integer',
    ],
    ['an invalid time', { ...response, body: JSON.stringify({ ...drop, updated_at: 'today' }) }, 'body/updated_at'],
    [
      'a code of another route',
      { ...rejection, body: JSON.stringify({ ...problem, code: 'list_not_found' }) },
      'body/code',
    ],
    ['a body that is not JSON', { ...response, body: '{' }, 'body must be object'],
    ['OPTIONS', { ...response, method: 'OPTIONS', status: 204, body: '' }, 'allow and access-control-allow-methods'],
    [
      'a compressed body as text',
      withHeaders(response, { 'content-encoding': 'br' }),
      'a compressed body must be passed as bytes',
    ],
    ['an unexpected body', { ...response, status: 304 }, 'there must be no body'],
  ])('rejects %s that is not documented', (_, exchange, message) => {
    expect(() => conformsToOpenApi(exchange)).toThrow(message);
  });
});
