import type { ComponentChildren } from 'preact';

interface GuideProps {
  /** Path in the repository. */
  readonly file: string;
  readonly children: ComponentChildren;
}

/** Points to a guide in the repository, which is the law of what a page says in short. */
export const Guide = ({ file, children }: GuideProps) => (
  <p class="muted">
    {children}: <code>{file}</code> in the repository.
  </p>
);
