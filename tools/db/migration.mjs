// npm run db:migration -- <name>
import { runTypescript } from './run-typescript.mjs';

await runTypescript('tools/db/migration.ts');
