import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment';
import { nearMiss } from './near-miss';
import { findInstallation } from './release';

/** A variable that no program reads, with the setting that was probably meant. */
export interface Misspelt {
  readonly written: string;
  readonly meant: string;
}

/** Maximum number of typos in a name: one in four letters. More would find variables of other programs, as REDIS_PORT. */
const slipsMax = (name: string): number => Math.min(3, Math.floor(name.length / 4));

/**
 * Finds variables whose names are those of settings except for typos. Without this, such a setting has no effect and no
 * message.
 *
 * @param names - of all settings.
 */
export function findMisspelt(env: Environment, names: readonly string[]): Misspelt[] {
  const known = new Set(names);
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name))
    .sort()
    .flatMap((written) => {
      const meant = nearMiss(written, names, slipsMax(written));
      return meant === null ? [] : [{ written, meant }];
    });
}

/** Sentence about a misspelt variable, without its value. */
export const misspeltSentence = ({ written, meant }: Misspelt): string =>
  `${written} is no setting, so it has no effect: did you mean ${meant}?`;

/**
 * Names of the settings of all programs: those in `.env.example` of the installation.
 *
 * @param directory - directory of the running program.
 * @returns none for a program without an installation.
 */
export function readSettingNames(directory: string): string[] {
  const file = join(findInstallation(directory) ?? directory, '.env.example');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}
