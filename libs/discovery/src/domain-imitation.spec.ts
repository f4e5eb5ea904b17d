import { officialDomainsOf } from '@droptrack/catalogue';
import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'yaml';
import { DomainImitations } from './domain-imitation';

const CATALOGUE = join(__dirname, '../../../prisma/catalogue');

interface File {
  readonly links?: Record<string, string>;
  readonly official_domains?: readonly { readonly domain: string; readonly page: string }[];
}

/** Official domains of all files of the catalogue. */
const OFFICIAL = [
  ...new Set(
    readdirSync(CATALOGUE)
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => {
        const { links = {}, official_domains: stated = [] } = parse(
          readFileSync(join(CATALOGUE, file), 'utf8'),
        ) as File;
        return officialDomainsOf({ links, officialDomains: stated }).map(({ domain }) => domain);
      }),
  ),
];
const imitations = new DomainImitations(OFFICIAL);

const imitationOf = (host: string) => {
  const ascii = domainToASCII(host);
  return imitations.find(ascii, domainToUnicode(ascii));
};

/** Domains of others, among them many whose names are near to official ones. */
const KNOWN =
  `1inch.io aave.com adobe.com aerodrome.finance airdrop.com airdrops.io alchemy.com amazon.com apple.com arbitrum.io arkm.com
  arxiv.org athena.com athena.io avax.network axelar.network backpack.app backpack.com backpacks.com balancer.fi base-camp.com bbc.co.uk
  binance.com bitcoin.org blastoff.com bloomberg.com bluefin.com bybit.com cardano.org carv.com celestial.com celo.org chain.link claim.com
  cloudflare.com coinbase.com coingecko.com coinmarketcap.com compound.finance consensys.io cosmos.network cowswap.exchange crossref.org
  crypto.com curve.finance curve.fi debian.org defillama.com dimension.com docker.com drift.com dune.com dydx.exchange ethereum.org
  etherscan.io euler.finance europa.eu falcon.com farcaster.xyz figma.com filecoin.io foundation.app fraxfinance.com gas.com gate.io
  getmonero.org github.com gitcoin.co glass.com gmx.io gnosis.io google.com grasshopper.com harvard.edu hyperliquid.xyz ibm.com ikea.com
  infura.io initiative.org intel.com jio.com jupiter.com kaiko.com kalshi.com katana.com kraken.com kucoin.com l2beat.com ledger.com
  lens.xyz lightermap.com linear.app lineadirecta.com linkedin.com litecoin.org lombard.com makerdao.com mantle.xyz messari.io meteor.com
  microsoft.com mirror.xyz mit.edu monday.com mozilla.org nansen.ai nature.com near.org netflix.com nike.com nodejs.org nomad.xyz
  notion.so offchainlabs.com openai.com orderly.com ordermark.com parcel.com paypal.com pendle.finance phantom.app phantom.com polkadot.com
  polygon.technology puffer.com python.com python.org quicknode.com rabby.io radiant.capital rainbow.me rarible.com reddit.com
  rewards.com ripple.com robinhood.com rocketpool.net rust-lang.org safe-t.com safepal.com safewallet.com sage.com salesforce.com
  scrolller.com shadow.tech shopify.com shutterstock.com slack.com snapshot.org solana.com solar.com solflare.com solscan.io sophos.com
  spark.com sparkpost.com stanford.edu stargate.finance starkware.co stellar.org stork.network story.com storyblok.com
  stripe.com superrare.com sushi.com swell.com synthetix.io tensorflow.org tezos.com thegraph.com token.com tokenterminal.com
  trezor.io trustwallet.com ubuntu.com un.org unstoppabledomains.com usual.com velodrome.com venice.com venus.io vercel.com w3.org
  wallet.com walrus.com who.int wikipedia.org wormhole.app wormhole.org wsj.com x.com x2y2.io yearn.fi youtube.com zeta.com`.split(
    /\s+/,
  );

describe('DomainImitations', () => {
  it.each([
    ['linea.build.evil.xyz', 'linea.build', 'subdomain'],
    ['app.uniswap.org-claim.com', 'uniswap.org', 'subdomain'],
    ['l1nea.build', 'linea.build', 'confusable'],
    ['l1nea.xyz', 'linea.build', 'confusable'],
    ['lìnea.build', 'linea.build', 'confusable'],
    ['linеa.build', 'linea.build', 'confusable'],
    ['օptimism.io', 'optimism.io', 'confusable'],
    ['metarnask.io', 'metamask.io', 'confusable'],
    ['zoгa.co', 'zora.co', 'confusable'],
    ['linea-claim.xyz', 'linea.build', 'combined_words'],
    ['claim-linea.build', 'linea.build', 'combined_words'],
    ['l1nea-airdrop.com', 'linea.build', 'combined_words'],
    ['lineaairdrop.com', 'linea.build', 'combined_words'],
    ['claimlinea.com', 'linea.build', 'combined_words'],
    ['linea-claim.vercel.app', 'linea.build', 'combined_words'],
    ['magic-eden-claim.io', 'magiceden.io', 'combined_words'],
    ['base-airdrop.com', 'base.org', 'combined_words'],
    ['app-scroll.io', 'scroll.io', 'combined_words'],
    ['liena.build', 'linea.build', 'edit_distance'],
    ['lineaa.build', 'linea.build', 'edit_distance'],
    ['polymarkt.xyz', 'polymarket.com', 'edit_distance'],
  ])('finds that %s imitates %s by %s', (host, domain, by) => expect(imitationOf(host)).toEqual({ domain, by }));

  // Projects own domains that the catalogue does not know.
  it.each(['arbitrum.io', 'linea.xyz', 'hyperlane.foundation', 'claim.hyperlane.foundation', 'linea.mirror.xyz'])(
    'takes %s, which has the name of a project, for no imitation',
    (host) => expect(imitationOf(host)).toBeNull(),
  );

  it('takes no domain of others for an imitation', () => {
    expect(OFFICIAL.length).toBeGreaterThan(110);
    expect(KNOWN.filter((host) => !OFFICIAL.includes(host) && imitationOf(host) !== null)).toEqual([]);
  });

  it('takes no official domain for an imitation of another one', () => {
    const others = OFFICIAL.map(
      (host) => [host, new DomainImitations(OFFICIAL.filter((other) => other !== host))] as const,
    );
    expect(others.flatMap(([host, known]) => known.find(host, host) ?? [])).toEqual([]);
  });

  const labelOf = (domain: string): string => domain.split('.').at(-2) ?? '';
  const registered = OFFICIAL.filter((domain) => domain.split('.').length === 2 && labelOf(domain).length >= 5);

  it('finds every mutation of one letter of an official name of five letters and more', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');
    const mutated = fc
      .tuple(
        fc.constantFrom(...registered),
        fc.nat(),
        letter,
        fc.constantFrom('replaced', 'added', 'removed', 'swapped'),
      )
      .map(([domain, at, other, kind]) => {
        const [name, index] = [labelOf(domain), at % labelOf(domain).length];
        const [before, own, after] = [name.slice(0, index), name.charAt(index), name.slice(index + 1)];
        const texts = { replaced: other, added: own + other, removed: '', swapped: after.charAt(0) + own };
        return (
          before +
          texts[kind as keyof typeof texts] +
          (kind === 'swapped' ? after.slice(1) : after) +
          domain.slice(name.length)
        );
      })
      .filter((host) => !OFFICIAL.includes(host));
    fc.assert(
      fc.property(mutated, (host) => expect(imitationOf(host)).not.toBeNull()),
      { numRuns: 2_000 },
    );
  });
});
