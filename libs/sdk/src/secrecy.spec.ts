import { API_KEY, failureOf, problem, scripted } from '../test/scripted';
import { Droptrack, UsageError } from './index';

/** Node's own, as its types must not be seen here: the SDK is written for any platform. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');
const depths = { depth: null, showHidden: true, getters: true };

const build = (options: object) => () => new Droptrack({ apiKey: API_KEY, baseUrl: 'http://drops.test', ...options });

describe('the API key', () => {
  it('shows in no print and no JSON of a client, its calls or its pages', async () => {
    const { client } = scripted([Response.json({ data: [], next_cursor: 'c1' }), Response.json({ plan: 'free' })]);
    const call = client.drops.list();
    for (const value of [client, client.drops, call, await call, await client.me().withResponse()]) {
      expect(inspect(value, depths) + JSON.stringify(value)).not.toContain(API_KEY);
    }
    expect(`${client}`).not.toContain(API_KEY);
    expect({ ...client }).not.toHaveProperty('apiKey');
  });

  // Proxies and debug pages like to repeat what they were sent.
  it('shows in no error, even when the answer repeats it', async () => {
    const echo = () => problem(502, { detail: `bad: Bearer ${API_KEY}`, code: API_KEY, errors: [{ detail: API_KEY }] });
    const { client } = scripted([
      echo(),
      echo(),
      echo(),
      new TypeError('lost'),
      new TypeError('lost'),
      new TypeError('lost'),
    ]);
    for (const error of [await failureOf(client.me()), await failureOf(client.me())]) {
      expect(inspect(error, depths) + String((error as Error).stack)).not.toContain(API_KEY);
    }
  });

  it.each(['', ' ', '\n', undefined, null, 7])('must be there: %p is none', (apiKey) => {
    expect(build({ apiKey })).toThrow(UsageError);
    expect(build({ apiKey })).toThrow(/apiKey is missing/);
  });

  // As read from a file with its line end. The platform's message for it would hold the key.
  it.each([`${API_KEY}\n`, ` ${API_KEY}`, `${API_KEY}\u00e9`])('is refused with what no key has, unnamed', (apiKey) => {
    expect(build({ apiKey })).toThrow(/characters that no key has/);
    expect(build({ apiKey })).not.toThrow(API_KEY);
  });

  it('is not taken into a browser by mistake', () => {
    const page = { window: {}, document: {} };
    Object.assign(globalThis, page);
    try {
      expect(build({})).toThrow(/browser/);
      expect(build({ dangerouslyAllowBrowser: true })).not.toThrow();
    } finally {
      for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
    }
    expect(build({})).not.toThrow();
  });
});

describe('other options', () => {
  it.each([
    { baseUrl: '' },
    { baseUrl: 'drops.test' },
    { baseUrl: 'ftp://drops.test' },
    { baseUrl: 'http://user:secret@drops.test' },
    { baseUrl: 'http://drops.test/?a=1' },
    { baseUrl: 'http://drops.test/#a' },
    { baseUrl: undefined },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
    { maxRetries: NaN },
  ])('are refused when they cannot work: %j', (options) => {
    expect(build(options)).toThrow(UsageError);
    expect(build(options)).not.toThrow('secret');
  });
});
