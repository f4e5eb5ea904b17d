import type { ComponentChildren } from 'preact';
import { UNKNOWN } from './format';

/** An absent value: a dash for the eye, words for a screen reader. */
export const Unknown = ({ text = 'unknown' }: { readonly text?: string }) => (
  <span class="unknown" title={text}>
    <span aria-hidden="true">{UNKNOWN}</span>
    <span class="visually-hidden">{text}</span>
  </span>
);

interface FigureProps {
  readonly label: string;
  /** Null while unknown. */
  readonly value: ComponentChildren | null;
  /** Second line: change, range or basis. */
  readonly note?: ComponentChildren;
  /** Fragment of the explanation on the same page: `#why-hype`. */
  readonly why?: string;
}

/** A headline figure with a link to its explanation. */
export const Figure = ({ label, value, note, why }: FigureProps) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd class="figure-value">{value ?? <Unknown />}</dd>
    {note !== undefined && <dd class="figure-note">{note}</dd>}
    {why !== undefined && (
      <dd class="figure-why">
        <a href={why}>
          Why<span class="visually-hidden"> this {label}</span>?
        </a>
      </dd>
    )}
  </div>
);
