import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';

/**
 * Plugin of esbuild that leaves out the messages of the errors of trees (0.5 kB gzipped): the SDK returns false for these
 * errors, so they are never read. Their reasons take the place of the sentences, and those of the fields of leaves are left out too.
 */
export const withoutSentences: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-sentences',
  setup(build) {
    build.onLoad({ filter: /eligibility\/src\/tree\/sentences\.ts$/ }, () => ({
      contents: 'export const treeSentence = String, fieldsSentence = String;',
    }));
    build.onLoad({ filter: /eligibility\/src\/tree\/leaf-fields\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(?<=throw new InvalidLeafFieldsError)\(.+\);/g, '();'),
      loader: 'ts',
    }));
  },
};
