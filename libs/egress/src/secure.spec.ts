import { TLSSocket } from 'node:tls';
import { createEgress, type Egress } from './egress';
import { type Receiver, startRawReceiver, startReceiver, until } from './testing/receiver';
import { createTestAuthority, type TestAuthority } from './testing/test-authority';

const POLICY = { allowInsecure: true, allow: [] };
const NAME = 'hooks.example.com';

describe('a delivery over TLS', () => {
  let authority: TestAuthority;
  let egress: Egress;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    authority = await createTestAuthority();
    egress = createEgress(POLICY, { ca: [authority.ca], resolver: async () => ['127.0.0.1'] });
  });
  afterAll(async () => {
    await egress.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });
  const receiverOf = async (options: Parameters<typeof startReceiver>[0]): Promise<Receiver> => {
    const receiver = await startReceiver(options);
    receivers.push(receiver);
    return receiver;
  };
  const post = (port: number, host = NAME, way = egress) =>
    way.post({ url: `https://${host}:${port}/x`, headers: {}, body: '{}' });

  it('arrives where the certificate is for the name, on one connection after another', async () => {
    const names: unknown[] = [];
    const receiver = await receiverOf({
      certificate: await authority.issue(NAME),
      answer: (response, _, { socket }) => {
        names.push(socket instanceof TLSSocket && socket.servername);
        response.writeHead(204).end();
      },
    });
    expect(await post(receiver.port)).toMatchObject({ statusCode: 204, error: null });
    expect(await post(receiver.port)).toMatchObject({ statusCode: 204, error: null });
    expect(receiver.connections).toBe(1);
    expect(receiver.heard[0]?.headers.host).toBe(`${NAME}:${receiver.port}`);
    // Servers with several certificates choose by it.
    expect(names).toEqual([NAME, NAME]);
  });

  it.each([
    ['for another name', () => authority.issue('other.example.com'), 'the certificate is for another name'],
    ['expired', () => authority.issue(NAME, 'past'), 'the certificate has expired'],
    ['self-signed', () => authority.selfSigned(NAME), 'the certificate is self-signed'],
    [
      'of an unknown authority',
      async () => (await createTestAuthority()).issue(NAME),
      'the certificate authority is not trusted, or an intermediate certificate is missing',
    ],
  ])('sends nothing where it is %s', async (_, certificate, error) => {
    const receiver = await receiverOf({ certificate: await certificate() });
    expect(await post(receiver.port)).toMatchObject({ statusCode: null, error });
    expect(receiver.heard).toEqual([]);
  });

  // An environment variable that is set for another purpose must not disable verification.
  it('checks certificates whatever the environment says', async () => {
    const receiver = await receiverOf({ certificate: await authority.selfSigned(NAME) });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await post(receiver.port)).toMatchObject({ error: 'the certificate is self-signed' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('trusts the authorities of Node by default', async () => {
    const receiver = await receiverOf({ certificate: await authority.issue(NAME) });
    const plain = createEgress(POLICY, { resolver: async () => ['127.0.0.1'] });
    expect((await post(receiver.port, NAME, plain)).error).toContain('not trusted');
    await plain.close();
  });

  it('checks the certificate against an address, where the URL has one', async () => {
    const [own, other] = [await authority.issue('localhost'), await authority.issue(NAME)];
    const receiver = await receiverOf({ certificate: own });
    expect(await post(receiver.port, '127.0.0.1')).toMatchObject({ statusCode: 204 });
    const wrong = await receiverOf({ certificate: other });
    expect(await post(wrong.port, '127.0.0.1')).toMatchObject({ error: 'the certificate is for another name' });
  });

  it('reports a server without TLS, and a handshake that does not end', async () => {
    const plain = await receiverOf({});
    expect(await post(plain.port)).toMatchObject({ statusCode: null, error: 'no TLS connection was established' });
    const silent = await startRawReceiver(() => undefined);
    const hasty = createEgress(POLICY, { resolver: async () => ['127.0.0.1'], timeoutMs: 200 });
    expect((await post(silent.port, NAME, hasty)).error).toBe('took longer than 0.2 s: no connection was established');
    await hasty.close();
    await until(() => silent.open === 0);
    expect(hasty.state().connections).toBe(0);
    await silent.close();
  });
});
