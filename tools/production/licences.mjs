import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/run.mjs';
import { productionPackages, readJson } from './locked.mjs';

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const RULE = '='.repeat(80);

/** Notices of all packages that the programs, or pages of the explorer, can contain: name, version, licence and its text. */
export function thirdPartyLicences() {
  return productionPackages()
    .filter((directory) => existsSync(join(root, directory)))
    .map(noticeOf)
    .join(`\n${RULE}\n\n`);
}

function noticeOf(directory) {
  const { name, version, license, author } = readJson(`${directory}/package.json`);
  const texts = readdirSync(join(root, directory))
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(root, directory, file), 'utf8').trim());
  // Some packages only name their licence and author.
  const holder = author?.name ?? author ?? 'its contributors';
  return [`${name} ${version}: ${license}`, ...(texts.length > 0 ? texts : [`Copyright by ${holder}`]), ''].join(
    '\n\n',
  );
}
