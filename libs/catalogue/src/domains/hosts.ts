import { parse } from 'tldts';

/** Part of a host that one party registers: `linea.build` of `claim.linea.build`. */
export interface RegisteredDomain {
  readonly domain: string;
  /** Name without the suffix: `linea`. */
  readonly label: string;
  /** Public suffix: `build`. */
  readonly suffix: string;
  /** True for a host of a platform, on which strangers have pages as well; it is never official of one drop. */
  readonly isShared: boolean;
}

/** Platforms of code, documentation and conversation to which `links` may lead, although no drop owns them. */
const PLATFORMS = new Set(
  `discord.com discord.gg farcaster.xyz gitbook.io github.com github.io gitlab.com hackmd.io linkedin.com medium.com mirror.xyz
   notion.site notion.so paragraph.com paragraph.xyz readthedocs.io reddit.com substack.com t.me telegram.me telegram.org twitter.com
   warpcast.com x.com youtube.com`.split(/\s+/),
);

/** Hosts of pages about many drops: explorers of chains, votes and directories, which sightings cite. A drop can own one of them. */
const DIRECTORIES = new Set(
  `abscan.org arbiscan.io basescan.org berascan.com blastscan.io bscscan.com chiliscan.com coingecko.com defillama.com
   etherscan.io explorer.denergychain.com explorer.mode.network explorer.morphl2.io explorer.superseed.xyz explorer.tangle.tools
   explorer.zksync.io gnosisscan.io hyperevmscan.io lineascan.build merkl.xyz monadscan.com phoenix.lightlink.io polygonscan.com
   polymarket.com robinhoodchain.blockscout.com scan.coredao.org scrollscan.com seiscan.io snapshot.box snapshot.org
   snowscan.xyz solscan.io sonicscan.org sophscan.xyz taikoscan.io uniscan.xyz xdcscan.com`.split(/\s+/),
);

/** Other hosts on which anyone has pages. */
const SHARED = new Set(['discourse.group', 'galxe.com', 'google.com', 'ipfs.io', 'linktr.ee', 'zealy.io']);

/** Registered domain of a host in ASCII; null for an address, and for a public suffix itself. */
export function registeredDomain(host: string): RegisteredDomain | null {
  const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };
  const { domain, domainWithoutSuffix: label, publicSuffix: suffix, isPrivate, isIp } = parse(host, options);
  if (isIp === true || !domain || !label || !suffix) return null;
  return { domain, label, suffix, isShared: isPrivate === true || PLATFORMS.has(domain) || SHARED.has(domain) };
}

/** True if the host is the domain or below it. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** True for a platform or directory to which `links` may lead. */
export const isKnownHost = (host: string): boolean =>
  ancestorsOf(host).some((domain) => PLATFORMS.has(domain) || DIRECTORIES.has(domain));

/** The host and all that it is below, the longest first: `claim.linea.build`, `linea.build`, `build`. */
export function ancestorsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
