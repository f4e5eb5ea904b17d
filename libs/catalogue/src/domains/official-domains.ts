import { parseUrl } from '@droptrack/resilience';
import type { OfficialDomain } from '@droptrack/contracts';
import type { DropDefinition, EventDefinition } from '../definition';
import { isKnownHost, isWithin, registeredDomain } from './hosts';

/** Part of a definition that decides which links are official. */
type Linked = Pick<DropDefinition, 'links' | 'officialDomains'>;

/** Names of links whose pages the project itself has. Other names can be pages about the drop, such as that of a chain explorer. */
const OWN_LINKS = ['site', 'app', 'docs', 'faq', 'forum', 'blog'] as const;

/**
 * Official domains of a drop, each once: those that its file states, and the registered domains of its links to pages of its own.
 * Hosts of platforms are never official.
 */
export function officialDomainsOf({ links, officialDomains = [] }: Linked): OfficialDomain[] {
  const linked = OWN_LINKS.flatMap((name) => {
    const page = links[name];
    const registered = page === undefined ? null : registeredDomain(httpsHost(page) ?? '');
    return page === undefined || registered === null || registered.isShared
      ? []
      : [{ domain: registered.domain, page }];
  });
  const known = new Map<string, OfficialDomain>();
  for (const each of [...officialDomains, ...linked]) {
    if (!known.has(each.domain) && registeredDomain(each.domain)?.isShared === false) known.set(each.domain, each);
  }
  return [...known.values()];
}

/** True for a plain HTTPS address on one of these domains, or on a host below one. */
export function isOnDomain(url: string, domains: readonly OfficialDomain[]): boolean {
  const host = httpsHost(url);
  return host !== null && domains.some(({ domain }) => isWithin(host, domain));
}

/** True for an address on an official domain of the drop. */
export const isOfficialUrl = (url: string, definition: Linked): boolean =>
  isOnDomain(url, officialDomainsOf(definition));

/** True for an address that a drop may name for reading: official, or on a known platform. */
const isReadable = (url: string, definition: Linked): boolean =>
  isKnownHost(httpsHost(url) ?? '') || isOfficialUrl(url, definition);

/** Links of a drop that leave the service: official ones, and those to known platforms. */
export const publishedLinks = (definition: Linked): [name: string, url: string][] =>
  Object.entries(definition.links).filter(([, url]) => isReadable(url, definition));

/** Checker of a drop that leaves the service. A list that is published as a whole may be on a platform, as no wallet is asked for there. */
export function publishedChecker(
  definition: Linked & Pick<DropDefinition, 'distribution'>,
): DropDefinition['distribution']['checker'] {
  const { checker } = definition.distribution;
  if (checker === undefined) return undefined;
  const { url, list } = checker.value;
  const isFile = list === 'full' || list === 'onchain';
  return (isFile ? isReadable : isOfficialUrl)(url, definition) ? checker : undefined;
}

/** Address of an event that leaves the service; null without one, and for a claim anywhere but on an official domain. */
export function publishedEventUrl(
  { url, type }: Pick<EventDefinition, 'url' | 'type'>,
  definition: Linked,
): string | null {
  if (url === null) return null;
  return (type === 'claim' ? isOfficialUrl : isReadable)(url, definition) ? url : null;
}

/** Paths in a definition of the links that do not leave the service. */
export function withheldLinks(
  definition: DropDefinition,
): { readonly path: (string | number)[]; readonly url: string }[] {
  const { links, distribution, events } = definition;
  const published = new Set(publishedLinks(definition).map(([name]) => name));
  const { checker } = distribution;
  const isCheckerWithheld = checker !== undefined && publishedChecker(definition) === undefined;
  return [
    ...Object.entries(links).flatMap(([name, url]) => (published.has(name) ? [] : [{ path: ['links', name], url }])),
    ...(isCheckerWithheld ? [{ path: ['distribution', 'checker', 'url'], url: checker.value.url }] : []),
    ...events.flatMap((event, index) =>
      event.url === null || publishedEventUrl(event, definition) !== null
        ? []
        : [{ path: ['events', index, 'url'], url: event.url }],
    ),
  ];
}

/** Host of a plain HTTPS address in ASCII; null for any other address, as one with a password or a port of its own. */
function httpsHost(url: string): string | null {
  const parsed = parseUrl(url);
  const isPlain =
    parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '' && parsed.port === '';
  return isPlain ? parsed.hostname : null;
}
