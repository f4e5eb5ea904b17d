import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret that nobody can read without the key that sealed it. */
export interface SealedSecret {
  /** 12 bytes of nonce, what was sealed, 16 bytes of tag. */
  readonly sealed: Buffer;
  /** Which key it is sealed under. */
  readonly keyId: string;
}

/** A key that cannot be one, or a secret that none of the keys opens. Names ids of keys, never keys or secrets. */
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
  /** Of the key that seals. */
  readonly keyId: string;

  private constructor(keys: ReadonlyMap<string, Buffer>, keyId: string) {
    this.#keys = keys;
    this.keyId = keyId;
  }

  /**
   * @param base64 - each of 32 bytes; one at least.
   * @throws {SecretKeyError} for anything else; says which one it is by its place, not what it is.
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
   * The secret of an endpoint.
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

  /** Whether secrets that are sealed under a key can be opened. */
  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  #keyOf(keyId: string): Buffer {
    const key = this.#keys.get(keyId);
    if (key !== undefined) return key;
    throw new SecretKeyError(`Key ${keyId} is not among those given, which are ${[...this.#keys.keys()].join(', ')}`);
  }
}

/** First 8 hex digits of the key's SHA-256: enough to tell keys apart, and nothing of the key. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);
