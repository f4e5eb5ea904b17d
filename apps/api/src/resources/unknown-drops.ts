import type { CatalogueView } from '@droptrack/catalogue';
import type { BodyViolation } from '../platform/input/check-body';

/** Violations of slugs that no drop has. Archived drops are accepted: a valid filter must not become invalid later. */
export const unknownDrops = (pointer: string, slugs: readonly string[], view: CatalogueView): BodyViolation[] =>
  slugs.flatMap((slug, index) =>
    view.drop(slug) === null
      ? [{ pointer: `${pointer}/${index}`, code: 'unknown', detail: 'is not the slug of a drop' }]
      : [],
  );
