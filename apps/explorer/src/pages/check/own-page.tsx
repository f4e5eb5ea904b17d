import { ExternalLink } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { claimLinkOf } from './claim-link';

interface OwnPageProps {
  readonly url: string;
  /** Official site of the drop; null while unknown. */
  readonly siteUrl: string | null;
  /** Verb of the link. */
  readonly text: string;
}

/** Page of a project: a link if it is on the official site of the drop, otherwise text. */
export const OwnPage = ({ url, siteUrl, text }: OwnPageProps) => {
  const link = claimLinkOf(url, siteUrl);
  if (link === null) return <span class="break">{plainName(url, 200)}</span>;
  if (link.isOfficial) {
    return (
      <ExternalLink url={link.url}>
        {text} at {link.host}
      </ExternalLink>
    );
  }
  return (
    <>
      <span class="break">{plainName(link.url, 200)}</span>
      <br />
      <span class="muted">
        Not a link: {link.host} is not {siteUrl === null && 'known to be '}the official site of the drop. Compare it
        with what the project announces.
      </span>
    </>
  );
};
