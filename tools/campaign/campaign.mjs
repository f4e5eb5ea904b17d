// npm run campaign -- start | claim …
import { runTypescript } from '../db/run-typescript.mjs';

await runTypescript('tools/campaign/main.ts');
