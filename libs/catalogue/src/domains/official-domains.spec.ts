import * as fc from 'fast-check';
import { dropDefinition, eventDefinition, fact } from '../testing';
import { foldRevisions, emptyView } from '../view/view';
import { archival, logOf } from '../view/testing';
import {
  isOfficialUrl,
  officialDomainsOf,
  publishedChecker,
  publishedEventUrl,
  publishedLinks,
  withheldLinks,
} from './official-domains';

const SITE = { links: { site: 'https://www.linea.build/hub' } };
const STATED = { domain: 'claim.example.com', page: 'https://linea.build/claim' };

describe('the official domains of a drop', () => {
  it('are the registered domains of its own pages, and those that its file states', () => {
    expect(
      officialDomainsOf({ links: { ...SITE.links, docs: 'https://docs.linea.co.uk/x' }, officialDomains: [STATED] }),
    ).toEqual([
      STATED,
      { domain: 'linea.build', page: 'https://www.linea.build/hub' },
      { domain: 'linea.co.uk', page: 'https://docs.linea.co.uk/x' },
    ]);
  });

  // Strangers have pages on these as well.
  it.each([
    'https://github.com/linea',
    'https://linea.gitbook.io',
    'https://linea.vercel.app',
    'https://x.com/linea',
    'https://co.uk',
  ])('never include the host of %s', (site) => {
    const { hostname: domain } = new URL(site);
    expect(officialDomainsOf({ links: { site }, officialDomains: [{ domain, page: site }] })).toEqual([]);
  });

  // A finder links the page of a chain explorer, or of a forum that it reads.
  it('do not follow from links about the drop', () => {
    expect(
      officialDomainsOf({ links: { contract: 'https://etherscan.io/address/0x1', discourse: 'https://gov.example' } }),
    ).toEqual([]);
  });

  it('vouch for all hosts below them, and for no other', () => {
    const below = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 3 });
    fc.assert(
      fc.property(below, (labels) => {
        expect(isOfficialUrl(`https://${[...labels, 'linea.build'].join('.')}/claim`, SITE)).toBe(true);
        expect(isOfficialUrl(`https://${[...labels, 'linea.build', 'evil.xyz'].join('.')}`, SITE)).toBe(false);
        expect(isOfficialUrl(`https://${[...labels, 'x'].join('.')}linea.build`, SITE)).toBe(false);
      }),
    );
  });

  it.each([
    'http://linea.build',
    'https://linea.build@evil.xyz',
    'https://u:p@linea.build',
    'javascript:linea.build',
    'linea.build',
  ])('do not vouch for %s', (url) => expect(isOfficialUrl(url, SITE)).toBe(false));
});

describe('the links of a drop that are published', () => {
  const withChecker = (url: string, list: 'per_wallet' | 'full') =>
    dropDefinition({
      ...SITE,
      distribution: {
        tokens: null,
        wallets: null,
        totalSupply: null,
        checker: fact({ url, kind: 'page' as const, list }),
      },
    });

  it('are those on official domains and known platforms', () => {
    const links = {
      ...SITE.links,
      x: 'https://x.com/linea',
      scan: 'https://lineascan.build',
      evil: 'https://linea-claim.xyz',
    };
    expect(publishedLinks({ links }).map(([name]) => name)).toEqual(['site', 'x', 'scan']);
  });

  it('have a checker that asks for wallets on official domains only, and published lists on platforms as well', () => {
    const isPublished = (...args: Parameters<typeof withChecker>) =>
      publishedChecker(withChecker(...args)) !== undefined;
    expect(isPublished('https://claim.linea.build', 'per_wallet')).toBe(true);
    expect(isPublished('https://github.com/linea/list.csv', 'full')).toBe(true);
    expect(isPublished('https://github.com/linea/list.csv', 'per_wallet')).toBe(false);
    expect(isPublished('https://linea-claim.xyz/list.csv', 'full')).toBe(false);
  });

  it('have the address of a claim on official domains only', () => {
    const published = (url: string, type: 'claim' | 'tge') => publishedEventUrl(eventDefinition({ url, type }), SITE);
    expect(published('https://claim.linea.build', 'claim')).toBe('https://claim.linea.build');
    expect([published('https://x.com/linea/1', 'claim'), published('https://x.com/linea/1', 'tge')]).toEqual([
      null,
      'https://x.com/linea/1',
    ]);
  });

  it('are all but the withheld ones', () => {
    const definition = {
      ...withChecker('https://linea-claim.xyz', 'per_wallet'),
      links: { ...SITE.links, evil: 'https://evil.xyz' },
      events: [eventDefinition(), eventDefinition({ key: 'b', url: 'https://evil.xyz/claim' })],
    };
    expect(withheldLinks(definition).map(({ path }) => path.join('.'))).toEqual([
      'links.evil',
      'distribution.checker.url',
      'events.1.url',
    ]);
  });
});

describe('the domains of a view', () => {
  const change = (id: string, definition: object) => ({
    entity: 'definition' as const,
    id,
    body: { origin: 'x', definition } as never,
  });

  it('name the drops of a domain, and change with their definitions', () => {
    const log = logOf([
      change('linea-2', SITE),
      change('linea', { ...SITE, officialDomains: [STATED] }),
      change('other', { token: null }),
      archival('definition', 'linea'),
      change('linea-2', { links: {} }),
    ]);
    const at = (seq: number) => foldRevisions(emptyView, log.slice(0, seq)).domains;
    expect(at(3).find('a.linea.build')).toMatchObject({ domain: 'linea.build', drops: ['linea', 'linea-2'] });
    expect(at(3).find('claim.example.com')).toEqual({ ...STATED, drops: ['linea'] });
    expect([at(3).find('example.com'), at(3).find('build')]).toEqual([null, null]);
    expect(at(4).find('linea.build')?.drops).toEqual(['linea-2']);
    expect(at(5).byName.size).toBe(0);
  });

  it('stay the same while only other facts change', () => {
    const [first, second] = logOf([change('linea', SITE), change('linea', { ...SITE, token: {} })]);
    const view = foldRevisions(emptyView, [first!]);
    expect(foldRevisions(view, [second!]).domains).toBe(view.domains);
  });
});
