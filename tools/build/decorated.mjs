import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';

const DECORATOR = /^\s*@[A-Z]\w*\(/m;

/** Plugin of esbuild that compiles files with decorators by swc, which emits the types of parameters that Nest injects. */
export const decorated = {
  name: 'decorated',
  setup(build) {
    build.onLoad({ filter: /[\\/]apps[\\/]api[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!DECORATOR.test(source)) return { contents: source, loader: 'ts' };
      const { transform } = await import('@swc/core');
      const { code, map } = await transform(source, {
        filename: path,
        configFile: false,
        swcrc: false,
        sourceMaps: true,
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
          target: 'es2022',
        },
      });
      return { contents: `${code}\n${inlined(map, dirname(path))}`, loader: 'js' };
    });
  },
};

/** Source map as a comment, which esbuild follows to the TypeScript. */
function inlined(map, directory) {
  const { sources, ...rest } = JSON.parse(map);
  const fromFile = sources.map((source) => (isAbsolute(source) ? relative(directory, source) : source));
  const json = JSON.stringify({ ...rest, sources: fromFile });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString('base64')}`;
}
