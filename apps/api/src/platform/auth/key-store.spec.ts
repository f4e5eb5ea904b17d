import { type ApiKey, DatabaseUnavailableError, generateApiKey, hashApiKey } from '@droptrack/persistence';
import { HEADERS_MAX, KeyStore, KNOWN_MAX, UNKNOWN_MAX } from './key-store';

const KEY: ApiKey = {
  id: 'key_1',
  prefix: 'dtk_0000',
  last4: '0000',
  plan: 'pro',
  label: 'test',
  requestsPerMinute: null,
  createdAt: new Date(0),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedById: null,
  account: 'key_1',
};

function setUp() {
  const rows = new Map<string, ApiKey>();
  const clock = { ms: 0, contactAgeMs: 0 };
  const findByHashes = jest.fn((hashes: readonly Buffer[]) =>
    Promise.resolve(hashes.map((hash) => rows.get(hash.toString('hex')) ?? null)),
  );
  const store = new KeyStore(
    { findByHashes },
    () => clock.ms,
    () => clock.contactAgeMs,
  );
  const add = (over: Partial<ApiKey> = {}, secret = generateApiKey()) => {
    rows.set(hashApiKey(secret).toString('hex'), { ...KEY, ...over });
    return { secret, header: `Bearer ${secret}` };
  };
  return { store, add, clock, findByHashes };
}

/** Code with which a key is rejected, synchronously or asynchronously; null if it is accepted. */
async function rejectionOf(find: () => ApiKey | Promise<ApiKey>): Promise<unknown> {
  try {
    await find();
    return null;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('the keys in memory', () => {
  // A promise would cost each request a microtask.
  it('are returned synchronously, in any spelling of the scheme', async () => {
    const { store, add, findByHashes } = setUp();
    const { header, secret } = add();
    expect(store.find(header)).toBeInstanceOf(Promise);
    await store.find(header);
    for (const written of [header, header, `bearer  ${secret}`]) expect(store.find(written)).toEqual(KEY);
    expect(findByHashes).toHaveBeenCalledTimes(1);
    expect(store.held()).toEqual({ known: 1, unknown: 0, headers: 1, lookUps: 0 });
  });

  it('are checked for expiry at each use', async () => {
    const { store, add, clock } = setUp();
    const [ending, revoked] = [add({ expiresAt: new Date(1_000) }), add({ revokedAt: new Date(0) })];
    for (const { header } of [ending, ending, revoked, revoked]) await rejectionOf(() => store.find(header));
    clock.ms = 999;
    expect(store.find(ending.header)).toMatchObject({ id: 'key_1' });
    clock.ms = 1_000;
    expect(await rejectionOf(() => store.find(ending.header))).toBe('expired_api_key');
    expect(await rejectionOf(() => store.find(revoked.header))).toBe('revoked_api_key');
  });

  it('are looked up again when keys change: those that exist and those that do not', async () => {
    const { store, add } = setUp();
    const [{ header, secret }, later] = [add(), generateApiKey()];
    for (let time = 0; time < 2; time += 1) {
      await rejectionOf(() => store.find(header));
      expect(await rejectionOf(() => store.find(`Bearer ${later}`))).toBe('invalid_api_key');
    }
    add({ plan: 'free' }, secret);
    add({ plan: 'scale', requestsPerMinute: 50_000 }, later);
    store.keysChanged();
    expect(store.held()).toEqual({ known: 1, unknown: 0, headers: 0, lookUps: 0 });
    expect(await store.find(header)).toMatchObject({ plan: 'free' });
    expect(await store.find(`Bearer ${later}`)).toMatchObject({ plan: 'scale', requestsPerMinute: 50_000 });
  });

  // A client that has failed too often must not cause queries; cached keys are not affected.
  it('call the given function before they are looked up, and only then', async () => {
    const { store, add, findByHashes } = setUp();
    const before = jest.fn();
    const [{ header }, none] = [add(), `Bearer ${generateApiKey()}`];
    for (const authorization of [header, header, header, none, none, 'Bearer x', 'Basic x', undefined]) {
      await rejectionOf(() => store.find(authorization, before));
    }
    expect(before).toHaveBeenCalledTimes(2);
    expect(findByHashes).toHaveBeenCalledTimes(2);
    const reject = () => {
      throw new RangeError('enough');
    };
    expect(() => store.find(`Bearer ${generateApiKey()}`, reject)).toThrow('enough');
    expect(findByHashes).toHaveBeenCalledTimes(2);
  });

  // Another client behind the same address may have exhausted its failures.
  it('do not call it before they are looked up again', async () => {
    const { store, add, findByHashes } = setUp();
    const { header } = add();
    await store.find(header);
    store.keysChanged();
    const before = jest.fn();
    await store.find(header, before);
    expect(before).not.toHaveBeenCalled();
    expect(findByHashes).toHaveBeenCalledTimes(2);
  });

  it('cause few queries if 2 000 arrive at once', async () => {
    const { store, add, findByHashes } = setUp();
    const headers = Array.from({ length: 2_000 }, () => add().header);
    await Promise.all(headers.map((header) => store.find(header)));
    expect(findByHashes.mock.calls.length).toBeLessThanOrEqual(10);
    expect(store.size).toBe(2_000);
  });

  // A client can send any number of valid, unknown or malformed keys.
  it('have bounded caches', async () => {
    const { store } = setUp();
    for (let round = 0; round < 6; round += 1) {
      const unknown = Array.from({ length: 2_000 }, () => `Bearer ${generateApiKey()}`);
      const malformed = unknown.map((header, n) => `${header.slice(0, -1)}${n % 2 === 0 ? '~' : ' '.repeat(n)}`);
      for (const headers of [unknown, malformed]) {
        await Promise.all(headers.map((header) => rejectionOf(() => store.find(header))));
      }
    }
    for (let n = 0; n < HEADERS_MAX + 1_000; n += 1) await rejectionOf(() => store.find(`Bearer dtk_${n}`));
    expect(store.held()).toEqual({ known: 0, unknown: UNKNOWN_MAX, headers: HEADERS_MAX, lookUps: 0 });
    store.keysChanged();
    expect(store.held()).toEqual({ known: 0, unknown: 0, headers: 0, lookUps: 0 });
  }, 60_000);

  it('reject a known header again, and no longer once its key was issued', async () => {
    const issued = new Set<string>();
    const store = new KeyStore(
      { findByHashes: (hashes) => Promise.resolve(hashes.map((hash) => (issued.has(hash.toString()) ? KEY : null))) },
      () => 0,
      () => 0,
    );
    const secret = generateApiKey();
    for (let time = 0; time < 3; time += 1) {
      expect(await rejectionOf(() => store.find(`Bearer ${secret}`))).toBe('invalid_api_key');
    }
    issued.add(hashApiKey(secret).toString());
    store.keysChanged();
    await expect(store.find(`Bearer ${secret}`)).resolves.toBe(KEY);
  });

  it('have bounded caches if all of them exist, with one entry for a key in many spellings', async () => {
    const newStore = () =>
      new KeyStore(
        { findByHashes: (hashes) => Promise.resolve(hashes.map(() => KEY)) },
        () => 0,
        () => 0,
      );
    const store = newStore();
    for (let round = 0; round < 26; round += 1) {
      const headers = Array.from({ length: 2_000 }, () => `Bearer ${generateApiKey()}`);
      for (let time = 0; time < 2; time += 1) await Promise.all(headers.map((header) => store.find(header)));
    }
    expect(store.held()).toEqual({ known: KNOWN_MAX, unknown: 0, headers: HEADERS_MAX, lookUps: 0 });
    store.keysChanged();
    expect(store.held()).toEqual({ known: KNOWN_MAX, unknown: 0, headers: 0, lookUps: 0 });
    const [other, secret] = [newStore(), generateApiKey()];
    for (let spaces = 1; spaces < 200; spaces += 1) await other.find(`bearer${' '.repeat(spaces)}${secret}`);
    expect(other.held()).toEqual({ known: 1, unknown: 0, headers: 0, lookUps: 0 });
  }, 60_000);
});

describe('keys of an instance that reads a replica', () => {
  it('are rejected, also cached ones, while they are unconfirmed', async () => {
    const state = { isUnconfirmed: false };
    const store = new KeyStore(
      { findByHashes: (hashes) => Promise.resolve(hashes.map(() => KEY)) },
      () => 0,
      () => 0,
      () => state.isUnconfirmed,
    );
    const header = `Bearer ${generateApiKey()}`;
    for (let time = 0; time < 3; time += 1) expect(await rejectionOf(() => store.find(header))).toBeNull();
    expect(store.findCached(header)).toEqual(KEY);
    state.isUnconfirmed = true;
    expect(await rejectionOf(() => store.find(header))).toBe('unavailable');
    expect(store.findCached(header)).toBeNull();
  });
});

describe('keys that changed before an outage', () => {
  const lost = () =>
    new DatabaseUnavailableError('away', {
      cause: Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }),
    });
  const timedOut = () => new DatabaseUnavailableError('away', { cause: new Error('timeout exceeded') });

  /** A store with a cached key, after a change of keys, whose database is unavailable. */
  async function changedThenAway(error: () => Error, over: Partial<ApiKey> = {}) {
    const parts = setUp();
    const { header } = parts.add(over);
    await rejectionOf(() => parts.store.find(header));
    parts.store.keysChanged();
    parts.findByHashes.mockImplementation(() => Promise.reject(error()));
    return { ...parts, header, ask: () => rejectionOf(() => parts.store.find(header)) };
  }

  it('work as they were last read, for 60 s after the last contact', async () => {
    const { ask, clock } = await changedThenAway(lost);
    for (const contactAgeMs of [0, 30_000, 60_000]) {
      clock.contactAgeMs = contactAgeMs;
      expect(await ask()).toBeNull();
    }
    clock.contactAgeMs = 60_001;
    expect(await ask()).toBe('unavailable');
  });

  it('work through several changes, and are still checked for expiry', async () => {
    const { store, ask, clock } = await changedThenAway(lost, { expiresAt: new Date(1_000) });
    store.keysChanged();
    expect(await ask()).toBeNull();
    clock.ms = 1_000;
    expect(await ask()).toBe('expired_api_key');
  });

  // A reachable database that only times out may contain a revocation.
  it('are unavailable if the database is reachable and a look-up only times out', async () => {
    const { ask, clock } = await changedThenAway(timedOut);
    clock.contactAgeMs = 1_000;
    expect(await ask()).toBe('unavailable');
    clock.contactAgeMs = 1_001;
    expect(await ask()).toBeNull();
  });

  it('are rejected if they were known to be invalid before', async () => {
    const { ask } = await changedThenAway(lost, { revokedAt: new Date(0) });
    expect(await ask()).toBe('revoked_api_key');
  });

  it('are looked up again as soon as the database responds, and a deleted one is evicted', async () => {
    const { store, ask, header, findByHashes } = await changedThenAway(lost);
    expect(await ask()).toBeNull();
    findByHashes.mockImplementation((hashes) =>
      Promise.resolve(hashes.map(() => ({ ...KEY, revokedAt: new Date(0) }))),
    );
    expect(await ask()).toBe('revoked_api_key');
    store.keysChanged();
    findByHashes.mockImplementation((hashes) => Promise.resolve(hashes.map(() => null)));
    expect(await ask()).toBe('invalid_api_key');
    store.keysChanged();
    findByHashes.mockImplementation(() => Promise.reject(lost()));
    expect(await rejectionOf(() => store.find(header))).toBe('unavailable');
  });

  it('do not hide unexpected errors', async () => {
    const { store, header } = await changedThenAway(() => new TypeError('a bug'));
    await expect(store.find(header)).rejects.toThrow('a bug');
  });
});
