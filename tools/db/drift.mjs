// npm run db:drift
import { runTypescript } from './run-typescript.mjs';

await runTypescript('tools/db/drift.ts');
