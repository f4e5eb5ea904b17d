import { parseCidrs } from './cidr';
import { createEgress, type Egress } from './egress';
import { parseEndpointUrl } from './endpoint-url';
import type { EgressPolicy } from './policy';
import { createResolver, resolveVetted, VettingError } from './resolve-vetted';
import { SINGLE_QUERY, type NameServer, startNameServer } from './testing/name-server';
import { type Receiver, startReceiver } from './testing/receiver';
import { createTestAuthority, type TestAuthority } from './testing/test-authority';

const NAME = 'hooks.example.com';
const NOT_ALLOWED = { statusCode: null, error: new VettingError('address_not_allowed').message };

/**
 * As in service: https, port 8443, real names. Two servers with one port and one certificate, on two addresses of
 * loopback (which only Linux has): one that the operator allows, one that stands for a forbidden network.
 */
const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('a name whose addresses change', () => {
  // Other ones than whatever else runs here has that port on.
  const network = `127.${1 + (process.pid % 250)}.${1 + Math.floor(Math.random() * 250)}`;
  const [good, bad] = [`${network}.1`, `${network}.2`];
  const policy: EgressPolicy = { allowInsecure: false, allow: parseCidrs(good) };
  let authority: TestAuthority;
  let dns: NameServer;
  let receiver: Receiver;
  let inner: Receiver;
  let egress: Egress;
  beforeAll(async () => {
    [authority, dns] = await Promise.all([createTestAuthority(), startNameServer()]);
  });
  afterAll(() => dns.close());
  beforeEach(async () => {
    const certificate = await authority.issue(NAME);
    receiver = await startReceiver({ certificate, address: good, port: 8_443 });
    inner = await startReceiver({ certificate, address: bad, port: 8_443 });
    egress = createEgress(policy, { ca: [authority.ca], resolver: createResolver([dns.address], SINGLE_QUERY) });
  });
  afterEach(async () => {
    await egress.close();
    await Promise.all([receiver.close(), inner.close()]);
  });
  const URL = `https://${NAME}:8443/x`;
  const post = () => egress.post({ url: URL, headers: {}, body: '{}' });
  /** The receiver hangs up, so that the next delivery needs a new connection. */
  const hangUp = async () => {
    await receiver.close();
    receiver = await startReceiver({ certificate: await authority.issue(NAME), address: good, port: 8_443 });
  };

  it('between registration and delivery is rejected at delivery', async () => {
    dns.answer(NAME, { a: [good] });
    expect(parseEndpointUrl(URL, policy).fault).toBeNull();
    expect(await resolveVetted(NAME, policy, createResolver([dns.address]))).toEqual([good]);
    dns.answer(NAME, { a: [bad] });
    expect(await post()).toMatchObject(NOT_ALLOWED);
    expect([receiver.connections, inner.connections]).toEqual([0, 0]);
  });

  // The classic attack: the address that is checked is not the one that is connected to.
  it('between lookup and connection does not matter: the vetted address is used without another query', async () => {
    let lookUps = 0;
    const before = dns.asked.length;
    dns.answer(NAME, () => {
      // Both questions of the first look-up, and of every second after it.
      const isGood = Math.floor(lookUps / 2) % 2 === 0;
      lookUps += 1;
      return { a: [isGood ? good : bad] };
    });
    expect(await post()).toMatchObject({ statusCode: 204 });
    expect(dns.asked.slice(before).sort()).toEqual([`A ${NAME}`, `AAAA ${NAME}`]);
    await hangUp();
    expect(await post()).toMatchObject(NOT_ALLOWED);
    expect(await post()).toMatchObject({ statusCode: 204 });
    expect([dns.asked.length - before, receiver.connections, inner.connections]).toEqual([6, 1, 0]);
  });

  it('while a connection lasts is looked up no more, and again for each new one', async () => {
    dns.answer(NAME, { a: [good] });
    const before = dns.asked.length;
    for (let n = 0; n < 5; n += 1) expect(await post()).toMatchObject({ statusCode: 204 });
    expect(dns.asked.length - before).toBe(2);
    await hangUp();
    dns.answer(NAME, { a: [bad] });
    expect(await post()).toMatchObject(NOT_ALLOWED);
    expect(inner.connections).toBe(0);
  });

  it.each([
    ['a good one before a bad one', { a: ['{good}', '{bad}'] }],
    ['a bad one before a good one', { a: ['{bad}', '{good}'] }],
    ['a good one, and a mapped one', { a: ['{good}'], aaaa: ['::ffff:7f00:1'] }],
    ['another name of a bad one', { cname: 'inner.example.com', a: ['{bad}'] }],
  ])('to %s is rejected as a whole', async (_, answer) => {
    const a = answer.a.map((address) => (address === '{good}' ? good : bad));
    dns.answer(NAME, { ...answer, a });
    expect(await post()).toMatchObject(NOT_ALLOWED);
    expect([receiver.connections, inner.connections]).toEqual([0, 0]);
  });

  it('says in its answers nothing of the addresses and of the name server', async () => {
    const answers = [];
    for (const answer of [{ a: [bad] }, { a: [] }, 'failing' as const]) {
      dns.answer(NAME, answer);
      answers.push(await post());
    }
    // One message for all, so that a delivery log does not reveal names of the operator's network.
    const { message } = new VettingError('no_address');
    expect(answers.map(({ error }) => error)).toEqual([message, message, message]);
  });

  it('to an allowed address that is dead and one that is not reaches the other', async () => {
    await receiver.close();
    const three = `${network}.3`;
    receiver = await startReceiver({ certificate: await authority.issue(NAME), address: three, port: 8_443 });
    const wide = createEgress(
      { allowInsecure: false, allow: parseCidrs(`${good} ${three}`) },
      { ca: [authority.ca], resolver: createResolver([dns.address]) },
    );
    dns.answer(NAME, { a: [good, three] });
    expect(await wide.post({ url: URL, headers: {}, body: '' })).toMatchObject({ statusCode: 204 });
    await wide.close();
  });
});
