import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { sdkProgram } from '../sources/program';
import { renderPage } from './page';

/** npm run sdk:api [-- --check]: writes libs/sdk/api.md from the sources, or says that it is not what they say. */
async function main(root: string, isCheck: boolean): Promise<number> {
  const file = join(root, 'libs/sdk/api.md');
  const text = await format(renderPage(sdkProgram()), { ...(await resolveConfig(file)), parser: 'markdown' });
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('libs/sdk/api.md is not what the sources say; run "npm run sdk:api" and commit it.');
    return 1;
  }
  return 0;
}

void main(process.cwd(), process.argv.includes('--check')).then((code) => (process.exitCode = code));
