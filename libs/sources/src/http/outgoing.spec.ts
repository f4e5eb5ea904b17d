import { outgoing, redirected } from './outgoing';
import type { RequestOptions } from './source-http';

const KEYS = { Authorization: 'Bearer s3cret', 'X-Key': 's3cret', 'User-Agent': 'Mine', Accept: 'text/xml' };
const from = (options: RequestOptions = {}, address = 'https://a.test/x?page=1') =>
  outgoing(address, '*/*', { headers: KEYS, ...options });
const to = (location: string | undefined, status = 302) => ({ status, headers: { location } });

describe('a redirect', () => {
  it('keeps all headers within its origin', () => {
    expect(redirected(from(), to('/y'))).toMatchObject({ url: new URL('https://a.test/y'), headers: from().headers });
  });

  it.each(['https://b.test/y', 'https://a.test:8443/y', '//b.test/y'])(
    'drops keys on the way to %s, and on the way back',
    (location) => {
      const away = redirected(from({ validators: { etag: '"1"', lastModified: null } }), to(location));
      const expected = { accept: 'text/xml', 'user-agent': 'Mine', 'accept-encoding': expect.anything() };
      expect(away?.headers).toEqual({ ...expected, 'if-none-match': '"1"' });
      expect(redirected(away!, to('https://a.test/x'))?.headers).toEqual(away?.headers);
    },
  );

  it.each([
    ['from https to http', to('http://a.test/x')],
    ['to another scheme', to('file:///etc/hostname')],
    ['to an invalid URL', to('http://[')],
    ['without a location', to(undefined)],
  ])('is rejected %s', (_, answer) => {
    expect(() => redirected(from(), answer)).toThrow(expect.objectContaining({ kind: 'redirects' }));
  });

  it('sends a posted body again only when the status keeps the method', () => {
    const posted = from({ json: { query: 'q' } });
    expect(redirected(posted, to('https://b.test/', 308))).toMatchObject({ method: 'POST', body: '{"query":"q"}' });
    for (const status of [301, 302, 303]) {
      expect(() => redirected(posted, to('/y', status))).toThrow(expect.objectContaining({ kind: 'redirects' }));
    }
  });

  // Requests for tokens are forms.
  it('sends no form to another origin', () => {
    const posted = from({ form: { password: 's3cret' } });
    expect(redirected(posted, to('/y', 307))).toMatchObject({ body: 'password=s3cret' });
    expect(() => redirected(posted, to('https://b.test/', 307))).toThrow(
      expect.objectContaining({ kind: 'redirects' }),
    );
  });

  it.each([200, 300, 304, 404])('is not a response of status %s', (status) => {
    expect(redirected(from(), to('/y', status))).toBeNull();
  });
});

it.each(['file:///etc/hostname', 'data:,x', 'not an address?key=s3cret', ''])('rejects the URL %j', (address) => {
  expect(() => from({}, address)).toThrow('the URL is not http or https');
});
