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

/** Sources of declared facts are dated by their day. */
const START_OF_DAY = 'T00:00:00.000Z';

/** Kind, page and day of a source; the minute of one that was observed at an instant, such as a price. */
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
          , <Time instant={observedAt} isDate={observedAt.endsWith(START_OF_DAY)} />
        </>
      )}
    </>
  );
};
