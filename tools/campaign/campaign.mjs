// npm run campaign -- start | claim …
import { runTypescript } from '../db/run-typescript.mjs';
import { installToolset } from '../packages/install.mjs';

installToolset('tools/chain');
await runTypescript('tools/campaign/main.ts');
