import type { ComponentChildren } from 'preact';

interface FoldedProps {
  /** False for content that has something to say, which is shown as it is. */
  readonly when: boolean;
  readonly summary: string;
  readonly children: ComponentChildren;
}

interface FoldProps {
  readonly summary: string;
  /** False by default. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** The evidence behind a statement, one click away, and on paper. */
export const Fold = ({ summary, isOpen = false, children }: FoldProps) => (
  <details open={isOpen} class="fold">
    <summary>{summary}</summary>
    {children}
  </details>
);

/** Content that is folded behind its name while it has nothing to say, such as a table without a value. */
export const Folded = ({ when, summary, children }: FoldedProps) =>
  when ? (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  ) : (
    <>{children}</>
  );
