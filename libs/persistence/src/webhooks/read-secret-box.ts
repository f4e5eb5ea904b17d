import { readFileSync } from 'node:fs';
import { SecretBox, SecretKeyError } from './secret-box';

/** Where the keys of a box are configured, as text; each is empty where it is not set. */
export interface SecretBoxVariables {
  /** `WEBHOOK_SECRET_KEY`: keys, by commas or blanks. */
  readonly keys: string;
  /** `WEBHOOK_SECRET_KEY_FILE`: path of a file with the same. */
  readonly file: string;
}

const KEY_FORM = 'base64 of 32 bytes; several by commas, of which the first seals';

/**
 * The box that a configuration gives keys for, from the text itself or from a file.
 *
 * @param faults - what is wrong is added, naming variables and never their values.
 * @returns null without keys, and where something is wrong with them.
 */
export function readSecretBox({ keys: text, file }: SecretBoxVariables, faults: string[]): SecretBox | null {
  const keys = entries(text);
  if (keys.length > 0 && file !== '') {
    faults.push('WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE must not be given together');
    return null;
  }
  if (keys.length === 0 && file === '') return null;
  try {
    return SecretBox.fromKeys(file === '' ? keys : entries(readFileSync(file, 'utf8')));
  } catch (error) {
    // What a file system says may quote the path, which may be the key in the wrong variable.
    const reason = error instanceof SecretKeyError ? error.message : 'it cannot be read';
    const [name, must] = file === '' ? ['WEBHOOK_SECRET_KEY', 'be'] : ['WEBHOOK_SECRET_KEY_FILE', 'name a file with'];
    faults.push(`${name} must ${must} ${KEY_FORM} (${reason})`);
    return null;
  }
}

const entries = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');
