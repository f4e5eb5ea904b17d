import { createResolver, InvalidDnsServersError, type Resolver, resolveVetted, VettingError } from './resolve-vetted';
import { SINGLE_QUERY, type NameAnswer, type NameServer, startNameServer } from './testing/name-server';

const STRICT = { allowInsecure: false, allow: [] };
const PUBLIC = '93.184.215.14';
const PUBLIC_6 = '2606:4700::1111';

let dns: NameServer;
let resolver: Resolver;
beforeAll(async () => {
  dns = await startNameServer();
  resolver = createResolver([dns.address]);
});
afterAll(() => dns.close());

const codeOf = (host: string, ask = resolver): Promise<string | readonly string[]> =>
  resolveVetted(host, STRICT, ask).catch((error: unknown) => {
    if (!(error instanceof VettingError)) throw error;
    return error.code;
  });

describe('the addresses of a name', () => {
  it('are all of them, where each may be reached', async () => {
    dns.answer('both.example', { a: [PUBLIC, '1.1.1.1'], aaaa: [PUBLIC_6] });
    expect(await codeOf('both.example')).toEqual([PUBLIC_6, PUBLIC, '1.1.1.1']);
    dns.answer('four.example', { a: [PUBLIC] });
    expect(await codeOf('four.example')).toEqual([PUBLIC]);
    dns.answer('six.example', { aaaa: [PUBLIC_6] });
    expect(await codeOf('six.example')).toEqual([PUBLIC_6]);
    dns.answer('alias.example', { cname: 'target.example', a: [PUBLIC] });
    expect(await codeOf('alias.example')).toEqual([PUBLIC]);
  });

  it.each<[string, NameAnswer]>([
    ['private', { a: ['10.0.0.1'] }],
    ['loopback', { a: ['127.0.0.1'] }],
    ['this host', { a: ['0.0.0.0'] }],
    ['of the metadata service', { a: ['169.254.169.254'] }],
    ['IPv4-mapped', { aaaa: ['::ffff:7f00:1'] }],
    ['IPv4-mapped, of a public one', { aaaa: ['::ffff:101:101'] }],
    ['NAT64', { aaaa: ['64:ff9b::7f00:1'] }],
    ['unique local', { aaaa: ['fd00:ec2::254'] }],
    ['nothing', { aaaa: ['::'] }],
    ['among public ones', { a: [PUBLIC, '1.1.1.1', '192.168.0.1'] }],
    ['the first of several', { a: ['192.168.0.1', PUBLIC] }],
    ['of the other family than the public one', { a: [PUBLIC], aaaa: ['fe80::1'] }],
    ['of another name', { cname: 'db.internal', a: ['10.0.0.7'] }],
  ])('reject a name if one of them is %s', async (what, answer) => {
    const name = `${what.replaceAll(/[^a-z]/gi, '-').toLowerCase()}.rejected.example`;
    dns.answer(name, answer);
    expect(await codeOf(name)).toBe('address_not_allowed');
  });

  it('are none where it does not exist, has none, or has more than any receiver', async () => {
    dns.answer('empty.example', {});
    expect(await codeOf('missing.example')).toBe('no_address');
    expect(await codeOf('empty.example')).toBe('no_address');
    const many = resolveVetted('many.example', STRICT, async () => Array(65).fill(PUBLIC));
    await expect(many).rejects.toMatchObject({ code: 'too_many_addresses' });
  });

  it('are unknown if no name server responds, which is reported in time', async () => {
    dns.answer('failing.example', 'failing');
    expect(await codeOf('failing.example')).toBe('look_up_failed');
    dns.answer('silent.example', 'silent');
    const controller = new AbortController();
    const underWay = resolveVetted('silent.example', STRICT, resolver, controller.signal);
    controller.abort(new Error('late'));
    await expect(underWay).rejects.toThrow('late');
  });

  it('are those of one family, where the name server has no word for the other', async () => {
    dns.answer('half.example', { a: [PUBLIC], isSilentForSix: true });
    const startedMs = performance.now();
    // One that has learned nothing yet of how fast the name server is.
    expect(await resolveVetted('half.example', STRICT, createResolver([dns.address]))).toEqual([PUBLIC]);
    // A second; the query without a response is given up after seven.
    expect(performance.now() - startedMs).toBeLessThan(6_000);
  });

  it('are asked for at no other name, and not in the search domains', async () => {
    await codeOf('nowhere.example', createResolver([dns.address], SINGLE_QUERY));
    expect(dns.asked.filter((asked) => asked.includes('nowhere')).sort()).toEqual([
      'A nowhere.example',
      'AAAA nowhere.example',
    ]);
  });

  it.each([[['nonsense']], [['ns.example.com']], [['1.1.1.1', '1.1.1']]])(
    'are asked of addresses only: not %j',
    (servers) => {
      expect(() => createResolver(servers)).toThrow(InvalidDnsServersError);
    },
  );
});
