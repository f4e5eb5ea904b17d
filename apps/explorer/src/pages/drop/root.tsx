import type { ExplainedDropList } from '@droptrack/contracts';

type RootProps = { readonly list: Pick<ExplainedDropList, 'root' | 'root_published' | 'tree_format'> };

/** The root of the tree of a list, its leaf encoding, and whether a published root confirms it. */
export const Root = ({ list: { root, root_published: isPublished, tree_format: format } }: RootProps) => {
  if (root === null) return <>The list has no tree</>;
  return (
    <>
      <code class="break">{root}</code>{' '}
      <span class="muted">
        <code>{format}</code> tree,{' '}
        {isPublished === true ? 'equals the published root' : 'computed here; no published root confirms it'}
      </span>
    </>
  );
};
