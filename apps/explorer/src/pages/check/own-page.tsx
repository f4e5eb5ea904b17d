import { isOnDomain } from '@droptrack/catalogue';
import type { OfficialDomain } from '@droptrack/contracts';
import { parseUrl } from '@droptrack/resilience';
import { ExternalLink } from '../../parts/marks';
import { plainName } from '../../parts/name';

interface OwnPageProps {
  readonly url: string;
  /** Official domains of the drop; empty while unknown. */
  readonly domains: readonly OfficialDomain[];
  /** Verb of the link. */
  readonly text: string;
}

/**
 * Page of a project: a link if it is on an official domain of the drop, otherwise text. Most theft around drops happens on look-alike
 * claim pages.
 */
export const OwnPage = ({ url, domains, text }: OwnPageProps) => {
  const page = parseUrl(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return <span class="break">{plainName(url, 200)}</span>;
  if (isOnDomain(url, domains)) {
    return (
      <ExternalLink url={page.href}>
        {text} at {page.host}
      </ExternalLink>
    );
  }
  return (
    <>
      <span class="break">{plainName(page.href, 200)}</span>
      <br />
      <span class="muted">
        Not a link: {page.host} is not {domains.length === 0 && 'known to be '}an official domain of the drop. Compare
        it with what the project announces.
      </span>
    </>
  );
};
