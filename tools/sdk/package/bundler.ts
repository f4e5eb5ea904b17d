import type * as Esbuild from 'esbuild';
import { createRequire } from 'node:module';

const tsup = createRequire(__filename).resolve('tsup');

/** The bundler that tsup brings: the one that makes the package. Loaded late, as it finds its program beside itself. */
export const esbuild = createRequire(tsup)('esbuild') as typeof Esbuild;
