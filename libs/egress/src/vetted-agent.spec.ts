import { type Dispatcher, request } from 'undici';
import { parseCidrs } from './cidr';
import type { EgressPolicy } from './policy';
import { createResolver } from './resolve-vetted';
import { type NameServer, SINGLE_QUERY, startNameServer } from './testing/name-server';
import { type Receiver, startReceiver } from './testing/receiver';
import { createTestAuthority, type TestAuthority } from './testing/test-authority';
import { createVettedAgent } from './vetted-agent';

const STRICT: EgressPolicy = { allowInsecure: false, allow: [] };
const NOT_ALLOWED = { name: 'VettingError', code: 'address_not_allowed' };

const agents: Dispatcher[] = [];
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.destroy())));

function agent(...given: Parameters<typeof createVettedAgent>) {
  const created = createVettedAgent(...given);
  agents.push(created);
  return created;
}

describe('a request of a vetted agent', () => {
  let receiver: Receiver;
  let dns: NameServer;
  let redirectTo: string | null = null;
  beforeAll(async () => {
    dns = await startNameServer();
    receiver = await startReceiver({
      answer: (response) =>
        redirectTo === null
          ? response.writeHead(200).end('ok')
          : response.writeHead(302, { location: redirectTo }).end(),
    });
  });
  afterAll(async () => {
    await dns.close();
    await receiver.close();
  });
  beforeEach(() => (redirectTo = null));
  const resolver = () => createResolver([dns.address], SINGLE_QUERY);

  it.each([
    'http://127.0.0.1:{port}/',
    'http://localhost:{port}/',
    'http://a.localhost:{port}/',
    'http://[::1]:{port}/',
    'http://[::ffff:127.0.0.1]:{port}/',
    'http://[::ffff:7f00:1]:{port}/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://2130706433:{port}/',
    'http://0x7f.1:{port}/',
    'https://127.0.0.1:{port}/',
  ])('to %s is rejected before a connection is made', async (template) => {
    const before = receiver.connections;
    const url = template.replace('{port}', String(receiver.port));
    await expect(request(url, { dispatcher: agent(STRICT, { origins: [] }) })).rejects.toMatchObject(NOT_ALLOWED);
    expect(receiver.connections).toBe(before);
  });

  it('to an origin that the operator configured is sent, also with other paths', async () => {
    const dispatcher = agent(STRICT, { origins: [`http://127.0.0.1:${receiver.port}/base/`] });
    const { statusCode, body } = await request(`http://127.0.0.1:${receiver.port}/x`, { dispatcher });
    expect([statusCode, await body.text()]).toEqual([200, 'ok']);
  });

  it.each([
    ['another port', 'http://127.0.0.1:{other}/'],
    ['another scheme', 'https://127.0.0.1:{port}/'],
    ['another name of the same host', 'http://localhost:{port}/'],
  ])('to %s of a configured origin is rejected', async (_, template) => {
    const other = await startReceiver();
    const url = template.replace('{port}', String(receiver.port)).replace('{other}', String(other.port));
    const dispatcher = agent(STRICT, { origins: [`http://127.0.0.1:${receiver.port}`] });
    await expect(request(url, { dispatcher })).rejects.toMatchObject(NOT_ALLOWED);
    expect(other.connections).toBe(0);
    await other.close();
  });

  it('that a configured origin redirects to loopback is rejected', async () => {
    const inner = await startReceiver();
    redirectTo = `http://127.0.0.1:${inner.port}/secret`;
    const dispatcher = agent(STRICT, { origins: [`http://127.0.0.1:${receiver.port}`] });
    const { headers } = await request(`http://127.0.0.1:${receiver.port}/x`, { dispatcher });
    await expect(request(String(headers['location']), { dispatcher })).rejects.toMatchObject(NOT_ALLOWED);
    expect(inner.connections).toBe(0);
    await inner.close();
  });

  it.each([
    ['a private address', { a: ['127.0.0.1'] }, 'address_not_allowed'],
    ['a public and a private address', { a: ['203.0.114.7', '127.0.0.1'] }, 'address_not_allowed'],
    ['a mapped address', { aaaa: ['::ffff:7f00:1'] }, 'address_not_allowed'],
    ['no address', {}, 'no_address'],
  ])('to a name with %s is rejected', async (_, answer, code) => {
    dns.answer('campaign.example.com', answer);
    const dispatcher = agent(STRICT, { origins: [], resolver: resolver() });
    const url = `http://campaign.example.com:${receiver.port}/`;
    await expect(request(url, { dispatcher })).rejects.toMatchObject({ name: 'VettingError', code });
  });

  it('whose connection takes longer than its timeout fails', async () => {
    dns.answer('silent.example.com', 'silent');
    const dispatcher = agent(STRICT, { origins: [], resolver: resolver(), connectTimeoutMs: 50 });
    await expect(request('http://silent.example.com/', { dispatcher })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

// Two addresses of loopback, which only Linux has: one that the operator allows, one that stands for a forbidden network.
const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('a name whose addresses change', () => {
  const NAME = 'gateway.example.com';
  const network = `127.${1 + (process.pid % 250)}.${1 + Math.floor(Math.random() * 250)}`;
  const [good, bad] = [`${network}.1`, `${network}.2`];
  const policy: EgressPolicy = { allowInsecure: false, allow: parseCidrs(good) };
  let authority: TestAuthority;
  let dns: NameServer;
  beforeAll(async () => {
    [authority, dns] = await Promise.all([createTestAuthority(), startNameServer()]);
  });
  afterAll(() => dns.close());

  it('is looked up once per connection, and exactly the vetted address is connected to, under its name', async () => {
    const certificate = await authority.issue(NAME);
    const receiver = await startReceiver({ certificate, address: good, port: 8_443 });
    const inner = await startReceiver({ certificate, address: bad, port: 8_443 });
    let lookUps = 0;
    // Both queries of the first lookup return the allowed address, all later ones with the other.
    dns.answer(NAME, () => ({ a: [lookUps++ < 2 ? good : bad] }));
    const options = { origins: [], resolver: createResolver([dns.address], SINGLE_QUERY), ca: [authority.ca] };
    const url = `https://${NAME}:8443/x`;
    const { statusCode, body } = await request(url, { dispatcher: agent(policy, options) });
    await body.dump();
    expect([statusCode, lookUps, receiver.connections]).toEqual([204, 2, 1]);
    expect(receiver.heard[0]?.headers.host).toBe(`${NAME}:8443`);
    await expect(request(url, { dispatcher: agent(policy, options) })).rejects.toMatchObject(NOT_ALLOWED);
    expect(inner.connections).toBe(0);
    await Promise.all([receiver.close(), inner.close()]);
  });

  it('is rejected if its certificate is for another name', async () => {
    const certificate = await authority.issue('other.example.com');
    const receiver = await startReceiver({ certificate, address: good, port: 8_443 });
    dns.answer(NAME, { a: [good] });
    const options = { origins: [], resolver: createResolver([dns.address], SINGLE_QUERY), ca: [authority.ca] };
    await expect(request(`https://${NAME}:8443/x`, { dispatcher: agent(policy, options) })).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(receiver.heard).toEqual([]);
    await receiver.close();
  });
});
