import { chainName } from '@droptrack/catalogue';
import { DROP_ID_PATTERN } from '@droptrack/contracts';
import type { QueryReader } from './page-query';

/** Visibility of made-up drops: hidden, shown beside real ones, or alone. */
export const SAMPLE_FILTERS = ['hidden', 'all', 'only'] as const;
/** Visibility of made-up drops. */
export type SampleFilter = (typeof SAMPLE_FILTERS)[number];

/** Values of `sample` in the address. Absent is the default of the page. */
const SAMPLE_VALUES = { hidden: 'false', all: 'all', only: 'true' } as const;
const SAMPLE_NAMES = { hidden: 'Hidden', all: 'Shown', only: 'Samples only' } as const;

/** Visibility of samples in an address. */
export function readSamples(reader: QueryReader, byDefault: SampleFilter): SampleFilter {
  const value = reader.oneOf('sample', Object.values(SAMPLE_VALUES));
  return SAMPLE_FILTERS.find((filter) => SAMPLE_VALUES[filter] === value) ?? byDefault;
}

/** Value of `sample` in an address; null for the default. */
export const samplesValue = (samples: SampleFilter, byDefault: SampleFilter): string | null =>
  samples === byDefault ? null : SAMPLE_VALUES[samples];

interface SamplesFieldProps {
  readonly samples: SampleFilter;
  /** Visibility without a choice. */
  readonly byDefault: SampleFilter;
}

/** Field of a form for the visibility of samples. */
export const SamplesField = ({ samples, byDefault }: SamplesFieldProps) => (
  <label>
    Samples
    <select name="sample">
      <option value="">{SAMPLE_NAMES[byDefault]}</option>
      {SAMPLE_FILTERS.filter((filter) => filter !== byDefault).map((filter) => (
        <option key={filter} value={SAMPLE_VALUES[filter]} selected={samples === filter}>
          {SAMPLE_NAMES[filter]}
        </option>
      ))}
    </select>
  </label>
);

/** Form of the slugs of chains and of the ids of drops, for browsers, which match it against the whole value. */
export const SLUG_PATTERN = DROP_ID_PATTERN.source.replace(/^\^|\$$/g, '');

interface ChainFieldProps {
  readonly chain: string | null;
  /** Chains to suggest. */
  readonly chains: readonly string[];
}

/** Field of a form for a chain. */
export const ChainField = ({ chain, chains }: ChainFieldProps) => (
  <>
    <label>
      Chain
      <input
        name="chain"
        value={chain ?? ''}
        list="chains"
        pattern={SLUG_PATTERN.replaceAll('a-z', 'a-zA-Z')}
        title="Short name, such as arbitrum"
      />
    </label>
    <datalist id="chains">
      {chains.map((each) => (
        <option key={each} value={each} label={chainName(each)} />
      ))}
    </datalist>
  </>
);
