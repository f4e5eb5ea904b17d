import fc from 'fast-check';
import { isIP } from 'node:net';
import { parseCidrs } from './cidr';
import { parseEndpointUrl } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';

const STRICT: EgressPolicy = { allowInsecure: false, allow: [] };
const INSECURE: EgressPolicy = { allowInsecure: true, allow: [] };
/** With a dot in it, and a last label that no parser takes for a number. */
const NAME = /\.(?!\d+$|0x[0-9a-f]*$)[^.]+$/;
const faultOf = (text: string, policy = STRICT) => parseEndpointUrl(text, policy).fault?.code ?? null;

describe('URLs of endpoints', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://Hooks.Example.COM:443/a?b=c', 'https://hooks.example.com/a?b=c'],
    ['https://example.com:8443/a/../b', 'https://example.com:8443/b'],
    ['https://xn--bcher-kva.example/%C3%BC', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://1.1.1.1/x', 'https://1.1.1.1/x'],
    ['https://[2606:4700:0:0::1111]:8443/x', 'https://[2606:4700::1111]:8443/x'],
    ['HTTPS://a-1.example.co.uk/@:8080/\u007e', 'https://a-1.example.co.uk/@:8080/~'],
  ])('are taken where they are plain: %s', (text, href) => {
    expect(parseEndpointUrl(text, STRICT)).toMatchObject({ fault: null, endpoint: { href } });
  });

  it.each([
    // of which not all are said to be what they are by a browser's parser
    ['', 'not_a_url'],
    ['example.com/hook', 'not_a_url'],
    ['https:example.com', 'not_a_url'],
    ['https:///example.com', 'not_a_url'],
    ['//example.com', 'not_a_url'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['javascript://example.com/%0aalert(1)', 'scheme'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://@example.com/', 'credentials'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:8080/', 'port'],
    ['https://example.com:/', 'port'],
    ['https://example.com:0443/', 'port'],
    ['https://example.com:+443/', 'port'],
    ['https://example.com:443:443/', 'port'],
    ['https://example.com/#top', 'fragment'],
    ['https://example.com/#', 'fragment'],
    ['https://bücher.example/', 'host_unicode'],
    ['https://ｅxample.com/', 'host_unicode'],
    ['https://１２７.0.0.1/', 'host_unicode'],
    ['https://example。com/', 'host_unicode'],
    ['https://exam\u00adple.com/', 'host_unicode'],
    ['https://example.com/ü', 'characters'],
    ['https://example.com\\@127.0.0.1/', 'characters'],
    ['https:\\\\example.com/', 'characters'],
    ['https://exa\tmple.com/', 'characters'],
    ['https://example.com/a\nb', 'characters'],
    ['\0https://example.com/', 'characters'],
    [' https://example.com/', 'characters'],
    ['https://example.com/ ', 'characters'],
    ['https://example.com/\u007f', 'characters'],
    ['https://2130706433/', 'host_form'],
    ['https://0x7f.1/', 'host_form'],
    ['https://0x7f000001/', 'host_form'],
    ['https://0X7F.0.0.1/', 'host_form'],
    ['https://0177.0.0.1/', 'host_form'],
    ['https://127.1/', 'host_form'],
    ['https://1.1.1.1.1/', 'host_form'],
    ['https://1.1.1.256/', 'host_form'],
    ['https://example.0x/', 'host_form'],
    ['https://%31%32%37.0.0.1/', 'host_form'],
    ['https://127.0.0.1%2eexample.com/', 'host_form'],
    ['https://example.com./', 'host_form'],
    ['https://127.0.0.1./', 'host_form'],
    ['https://a..example.com/', 'host_form'],
    ['https://.example.com/', 'host_form'],
    ['https://-a.example.com/', 'host_form'],
    ['https://a_b.example.com/', 'host_form'],
    [`https://${'a'.repeat(64)}.example.com/`, 'host_form'],
    [`https://${'abc.'.repeat(70)}com/`, 'host_form'],
    ['https://[::1/', 'host_form'],
    ['https://[]/', 'host_form'],
    ['https://[1.1.1.1]/', 'host_form'],
    ['https://[fe80::1%25eth0]/', 'host_form'],
    ['https://[v1.a]/', 'host_form'],
    ['https://::1/', 'port'],
    ['https://127.0.0.1/', 'address_not_allowed'],
    ['https://10.0.0.1:8443/', 'address_not_allowed'],
    ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
    ['https://0.0.0.0/', 'address_not_allowed'],
    ['https://[::1]/', 'address_not_allowed'],
    ['https://[::]/', 'address_not_allowed'],
    ['https://[::ffff:127.0.0.1]/', 'address_not_allowed'],
    ['https://[::ffff:7f00:1]/', 'address_not_allowed'],
    ['https://[::ffff:1.1.1.1]/', 'address_not_allowed'],
    ['https://[64:ff9b::7f00:1]/', 'address_not_allowed'],
    ['https://localhost/', 'host_local'],
    ['https://LOCALHOST:8443/', 'host_local'],
    ['https://a.localhost/', 'host_local'],
    ['https://intranet/', 'host_local'],
    ['https://printer.local/', 'host_local'],
    ['https://metadata.google.internal/', 'host_local'],
    ['https://router.home.arpa/', 'host_local'],
    [`https://example.com/${'a'.repeat(2_030)}`, 'too_long'],
    [`https://example.com/${'a'.repeat(3_000)}`, 'too_long'],
    [`https://${'a'.repeat(1_000_000)}`, 'too_long'],
  ])('are rejected if they hide their target, or lead to a forbidden one: %j is %s', (text, code) => {
    const { fault } = parseEndpointUrl(text, STRICT);
    expect(fault?.code).toBe(code);
    expect(fault?.detail).toMatch(/^The URL [^\n]{5,120}\.$/);
  });

  it('may be 2 048 characters long', () => {
    const url = `https://example.com/${'a'.repeat(2_028)}`;
    expect([faultOf(url), faultOf(`${url}a`)]).toEqual([null, 'too_long']);
  });

  // The request is made with the parser of the URL Standard: a host that it reads otherwise was not the one judged.
  it('mean to the parser that dials just what was judged', () => {
    const piece = fc.constantFrom(
      ...[
        'https:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '#',
        '?',
        '.',
        '%2e',
        '%00',
        '[',
        ']',
        '::',
        '1',
        '0x7f',
        '0177',
        '127.0.0.1',
      ],
      ...['example', 'com', 'localhost', 'xn--', 'xn--a', '443', '80', '\t', '\n', ' ', 'ａ', '。', 'ß', '\u200d', 'A'],
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => `https://${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(text, fc.webUrl(), fc.string()), (given) => {
        const { endpoint } = parseEndpointUrl(given, STRICT);
        if (endpoint === null) return;
        const url = new URL(given);
        expect(given.toLowerCase()).toContain(`//${url.hostname}`);
        expect(url.username + url.password + url.hash).toBe('');
        expect([endpoint.origin, endpoint.path]).toEqual([url.origin, url.pathname + url.search]);
        expect(parseEndpointUrl(endpoint.href, STRICT).endpoint).toEqual(endpoint);
        expect(isIP(endpoint.host) > 0 ? isPublicAddress(endpoint.host, STRICT) : NAME.test(endpoint.host)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('what is lifted', () => {
  it('in development: scheme, port and loopback, nothing else', () => {
    const lifted = ['http://localhost:3000/x', 'http://127.0.0.1/', 'https://[::1]:1/', 'http://a.localhost:65535/'];
    expect(lifted.map((url) => faultOf(url, INSECURE))).toEqual([null, null, null, null]);
    expect(parseEndpointUrl('http://localhost/x', INSECURE).endpoint).toMatchObject({ port: 80, isSecure: false });
    expect(
      [
        'ftp://localhost/',
        'http://10.0.0.1/',
        'http://u@localhost/',
        'http://2130706433/',
        'http://localhost:65536/',
        'http://[::ffff:127.0.0.1]/',
        'http://intranet/',
        'http://db.internal/',
        'http://localhost./',
        'http://localhost:0/',
      ].filter((url) => faultOf(url, INSECURE) === null),
    ).toEqual([]);
  });

  it('by the operator: addresses, but neither scheme nor port nor name', () => {
    const policy = { allowInsecure: false, allow: parseCidrs('10.0.0.0/8 127.0.0.1') };
    const urls = [
      'https://10.0.0.1/',
      'https://127.0.0.1/',
      'http://10.0.0.1/',
      'https://10.0.0.1:80/',
      'https://localhost/',
    ];
    expect(urls.map((url) => faultOf(url, policy))).toEqual([null, null, 'scheme', 'port', 'host_local']);
  });
});
