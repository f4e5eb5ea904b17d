import DefaultChangelogRenderer, { type ChangelogChange } from 'nx/release/changelog-renderer';
import { format, resolveConfig } from 'prettier';
import type { Plan } from './plan';

/** Of which nobody has a version before, so nothing has changed. */
const FIRST = 'The first version. `README.md` shows the first call, `api.md` everything there is.';

/**
 * Writes the entry of a release as Nx does, but of the commits that the plan counts: Nx lists those that touch the
 * project's own folder, and would say nothing of a rule that changed in another library.
 *
 * @param file - the changelog; the entry is formatted as it has to be there.
 */
export function changelogEntryOf({ commits, previous }: Plan, file: string): typeof DefaultChangelogRenderer {
  const isCounted = ({ shortHash = '' }: ChangelogChange): boolean =>
    shortHash !== '' && [...commits].some((hash) => hash.startsWith(shortHash));

  return class ChangelogEntry extends DefaultChangelogRenderer {
    protected override filterChanges(changes: ChangelogChange[]): ChangelogChange[] {
      return changes.filter(isCounted);
    }

    override async render(): Promise<string> {
      const entry = previous === null ? `${this.renderVersionTitle()}\n\n${FIRST}` : await super.render();
      return (await format(entry, { ...(await resolveConfig(file)), parser: 'markdown' })).trim();
    }
  };
}
