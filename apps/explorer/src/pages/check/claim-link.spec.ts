import { claimLinkOf } from './claim-link';

const SITE = 'https://www.linea.example';

// A link to a look-alike claim page costs its visitor everything in the wallet.
describe('the claim page of a drop', () => {
  it.each(['https://linea.example/claim', 'https://claim.linea.example', 'https://www.linea.example/'])(
    'is official on the host of the site or below it: %s',
    (url) => expect(claimLinkOf(url, SITE)?.isOfficial).toBe(true),
  );

  it.each([
    'http://linea.example/claim',
    'https://linea.example.evil.example/',
    'https://evillinea.example/',
    'https://linea-claim.example/',
    'https://example/',
    'https://linea.example:8443/',
    'https://linea.example@evil.example/',
    'https://user@linea.example/',
    'https://lіnea.example/',
  ])('is not official elsewhere: %s', (url) => expect(claimLinkOf(url, SITE)?.isOfficial).toBe(false));

  it.each([null, 'no address', 'http://linea.example', 'file:///claim', 'mailto:claim@linea.example'])(
    'is not official without a known site: %j',
    (site) => expect(claimLinkOf('https://linea.example/claim', site)?.isOfficial).toBe(false),
  );

  it.each([
    ['https://blog.example/@linea', 'https://blog.example/@linea', true],
    ['https://blog.example/@linea', 'https://blog.example/@linea/claim?x=1', true],
    ['https://blog.example/@linea/', 'https://www.blog.example/@linea', true],
    ['https://blog.example/@linea', 'https://blog.example/@evil/claim', false],
    ['https://blog.example/@linea', 'https://blog.example/@linea-claim', false],
    ['https://blog.example/@linea', 'https://blog.example/@linea/../@evil', false],
    ['https://blog.example/@linea', 'https://blog.example/@linea/%2e%2e/@evil', false],
    ['https://blog.example/@linea', 'https://evil.blog.example/@linea', false],
    ['https://blog.example/@linea', 'https://blog.example/', false],
  ])('of the site %s, %s is official: %s', (site, url, isOfficial) => {
    expect(claimLinkOf(url, site)?.isOfficial).toBe(isOfficial);
  });

  it.each([null, '', 'claim', 'javascript:alert(1)', 'data:text/html,x', 'ftp://linea.example/'])(
    'is absent if it is no address of the web: %j',
    (url) => expect(claimLinkOf(url, SITE)).toBeNull(),
  );

  it('shows the host of look-alike letters in ASCII', () => {
    expect(claimLinkOf('https://lіnea.example/', SITE)).toMatchObject({ host: 'xn--lnea-l9d.example' });
  });
});
