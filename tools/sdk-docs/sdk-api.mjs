// npm run sdk:api [-- --check]: writes libs/sdk/api.md, or says that it is not what the sources say.
import { runTypescript } from '../db/run-typescript.mjs';

await runTypescript('tools/sdk-docs/page/sdk-api.ts');
