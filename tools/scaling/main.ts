import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tablesOf, withTables } from './page';

const PAGE = join(__dirname, '../../../docs/scaling.md');

writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), tablesOf()));
