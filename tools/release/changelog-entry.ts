import DefaultChangelogRenderer, { type ChangelogChange } from 'nx/release/changelog-renderer';
import { format, resolveConfig } from 'prettier';
import type { Plan } from './plan';

const FIRST = 'The first version. `README.md` shows the first call, `api.md` describes the whole API.';

/**
 * Renderer of Nx for the changelog entry of a release, with the commits of the plan. Nx would list commits that touch
 * `libs/sdk`, and so omit a changed rule of another library.
 *
 * @param file - the changelog, whose Prettier options format the entry.
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
