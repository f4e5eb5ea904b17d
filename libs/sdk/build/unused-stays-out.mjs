/**
 * Plugin of esbuild that marks modules of this repository as free of side effects, so that unused ones stay out of a file
 * for users. Otherwise esbuild keeps every module with a top-level call.
 *
 * @type {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
export const unusedStaysOut = {
  name: 'unused-stays-out',
  setup(build) {
    build.onResolve({ filter: /^(?:\.|@droptrack\/)/ }, async ({ path, pluginData, ...given }) => {
      if (pluginData === 'resolved' || given.kind === 'entry-point') return undefined;
      return { ...(await build.resolve(path, { ...given, pluginData: 'resolved' })), sideEffects: false };
    });
  },
};
