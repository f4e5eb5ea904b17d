import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly term: string;
  readonly children: ComponentChildren;
}

/** A fact of a result, in a `dl` of the class `check-facts`. */
export const Fact = ({ term, children }: FactProps) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
