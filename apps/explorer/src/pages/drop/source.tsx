import type { FactSource, SourceKind } from '@droptrack/contracts';
import { hostOf } from '../../parts/host';
import { ExternalLink } from '../../parts/marks';
import { Time } from '../../parts/time';

const KINDS: Readonly<Record<SourceKind, string>> = {
  official: 'official',
  onchain: 'on chain',
  dataset: 'data set',
  reported: 'reported',
  memory: 'general knowledge',
};

/** Kind, page and day of a source. */
export const Source = ({ source }: { readonly source: FactSource | null }) => {
  if (source === null) return <span class="muted">not recorded</span>;
  const { kind, url, observed_at: observedAt } = source;
  return (
    <>
      {KINDS[kind] ?? kind}
      {url !== null && (
        <>
          : <ExternalLink url={url}>{hostOf(url)}</ExternalLink>
        </>
      )}
      {observedAt !== null && (
        <>
          , <Time instant={observedAt} isDate />
        </>
      )}
    </>
  );
};
