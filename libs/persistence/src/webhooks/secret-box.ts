import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A secret, encrypted under a key of the box. */
export interface SealedSecret {
  /** 12 bytes of nonce, the ciphertext, 16 bytes of tag. */
  readonly sealed: Buffer;
  /** Id of the key that it is sealed under. */
  readonly keyId: string;
}

/** An invalid key, or a secret that none of the keys opens. The message contains ids of keys, never keys or secrets. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const BASE64 = /^[A-Za-z0-9+/]{43}=?$/;

/**
 * Seals secrets of webhooks, and opens them again: AES-256-GCM, bound to the endpoint, so that a secret that is copied to
 * another endpoint's row does not open. The first key seals; all open.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  /** Id of the key that seals. */
  readonly keyId: string;

  private constructor(keys: ReadonlyMap<string, Buffer>, keyId: string) {
    this.#keys = keys;
    this.keyId = keyId;
  }

  /**
   * @param base64 - each of 32 bytes; one at least.
   * @throws {SecretKeyError} for anything else; the message contains the position of the invalid key, not the key.
   */
  static fromKeys(base64: readonly string[]): SecretBox {
    const keys = base64.map((text, index) => {
      const key = Buffer.from(BASE64.test(text.trim()) ? text.trim() : '', 'base64');
      if (key.length === KEY_BYTES) return [idOf(key), key] as const;
      throw new SecretKeyError(`Key ${index + 1} of ${base64.length} is not base64 of ${KEY_BYTES} bytes`);
    });
    const [first] = keys;
    if (first === undefined) throw new SecretKeyError('There is no key');
    return new SecretBox(new Map(keys), first[0]);
  }

  /** Seals a secret of an endpoint under the first key. */
  seal(secret: Uint8Array, endpointId: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(this.keyId), nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(endpointId),
    );
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return { sealed, keyId: this.keyId };
  }

  /**
   * Opens a secret of an endpoint.
   *
   * @throws {SecretKeyError} when its key is not here, or is not the one that it was sealed under, or it is not this
   *   endpoint's.
   */
  open({ sealed, keyId }: SealedSecret, endpointId: string): Uint8Array {
    const key = this.#keyOf(keyId);
    const end = sealed.length - TAG_BYTES;
    try {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(sealed.subarray(end));
      return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]));
    } catch {
      throw new SecretKeyError(`A secret of endpoint ${endpointId} does not open with key ${keyId}`);
    }
  }

  /** Ids of all keys, that of {@link keyId} first. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** True if secrets that are sealed under a key can be opened. */
  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  #keyOf(keyId: string): Buffer {
    const key = this.#keys.get(keyId);
    if (key !== undefined) return key;
    throw new SecretKeyError(`Key ${keyId} is not among those given, which are ${this.keyIds.join(', ')}`);
  }
}

/** First 8 hex digits of the key's SHA-256: enough to distinguish keys, and reveals nothing of the key. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** Variables with the keys of a box, as text; empty where not set. */
interface SecretBoxVariables {
  /** `WEBHOOK_SECRET_KEY`: keys, by commas or blanks. */
  readonly keys: string;
  /** `WEBHOOK_SECRET_KEY_FILE`: path of a file with the same. */
  readonly file: string;
}

const KEY_FORM = 'base64 of 32 bytes; several by commas, of which the first seals';

/**
 * Creates the box of a configuration, with keys from the text itself or from a file.
 *
 * @param faults - errors are added, with names of variables and never their values.
 * @returns null without keys, and for invalid ones.
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
    // The error of a file system quotes the path, which may be a key in the wrong variable.
    const reason = error instanceof SecretKeyError ? error.message : 'it cannot be read';
    const [name, must] = file === '' ? ['WEBHOOK_SECRET_KEY', 'be'] : ['WEBHOOK_SECRET_KEY_FILE', 'name a file with'];
    faults.push(`${name} must ${must} ${KEY_FORM} (${reason})`);
    return null;
  }
}

const entries = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');
