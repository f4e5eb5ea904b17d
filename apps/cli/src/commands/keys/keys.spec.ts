import { ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { recordedOutput } from '../../testing/recorded-output';
import { changeKey, type ChangeKey, issueKey, type IssueKey, revokeKey, rotateKey } from './keys';
import { listKeys } from './list';

const now = () => new Date();

describe('keys', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  let keys: ApiKeyRepository;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    keys = new ApiKeyRepository(db);
  });
  afterEach(() => db.query('DELETE FROM api_keys'));
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const issue = async (args: Partial<IssueKey> = {}, at = now) => {
    const { output, said } = recordedOutput();
    const code = await issueKey(
      { plan: 'pro', label: 'my app', expires: null, requestsPerMinute: null, ...args },
      { db, output, now: at },
    );
    return { code, text: said.text, remarks: said.remarks, document: said.document as Record<string, unknown> };
  };
  const list = async (all = false) => {
    const { output, said } = recordedOutput();
    await listKeys({ all }, { db, output, now });
    return {
      text: said.text,
      remarks: said.remarks,
      data: (said.document as { data: Record<string, unknown>[] }).data,
    };
  };

  it('issues a key that is printed once, and never listed', async () => {
    const { code, text, document } = await issue();
    expect(code).toBe(0);
    const secret = String(document['secret']);
    expect(secret).toMatch(/^dtk_[0-9A-Za-z]{36}$/);
    // `KEY=$(droptrack keys issue …)` captures it.
    expect(text).toBe(secret);

    const listed = await list(true);
    expect(listed.data).toMatchObject([{ id: document['id'], plan: 'pro', label: 'my app', expires_at: null }]);
    expect(listed.text).toContain(`${secret.slice(0, 8)}…${secret.slice(-4)}`);
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  it.each([
    ['90', '2027-02-19T05:00:00.000Z'],
    ['2027-01-31T00:00:00+02:00', '2027-01-30T22:00:00.000Z'],
  ])('accepts %s as the expiry of a key', async (expires, expected) => {
    const { document } = await issue({ expires }, () => new Date('2026-11-21T05:00:00Z'));
    expect(document['expires_at']).toBe(expected);
  });

  it.each([
    [{ expires: '2020-01-01T00:00:00Z' }, 'in the future'],
    [{ expires: '2027-01-31' }, 'days, such as 90'],
    [{ expires: 'soon' }, 'days, such as 90'],
    [{ expires: '0' }, 'from 1 to 3650 days'],
    [{ label: '  ' }, '1 to 100 characters'],
    [{ label: 'x'.repeat(101) }, '1 to 100 characters'],
    [{ label: 'a\nb' }, 'on one line'],
    [{ requestsPerMinute: 20_000 }, 'only available on plan scale'],
    [{ plan: 'scale' as const, requestsPerMinute: 9_999 }, 'from 10000 to 10000000'],
  ])('rejects %j before anything is written', async (args, words) => {
    await expect(issue(args)).rejects.toThrow(words);
    expect((await list(true)).data).toEqual([]);
  });

  it('issues a scale key with its own limit', async () => {
    const { document, remarks } = await issue({ plan: 'scale', requestsPerMinute: 50_000 });
    expect(document['requests_per_minute']).toBe(50_000);
    expect(remarks).toContain('50000 requests per minute');
  });

  describe('change', () => {
    const change = async (id: unknown, args: Partial<ChangeKey>) => {
      const { output, said } = recordedOutput();
      const code = await changeKey(
        { id: String(id), plan: null, label: null, expires: null, requestsPerMinute: null, ...args },
        { db, output, now },
      );
      return { code, text: said.text, document: said.document as Record<string, unknown> };
    };

    it('changes plan, limit, label and expiry, and shows the current terms', async () => {
      const { document: before } = await issue({ plan: 'free' });
      const { code, text, document } = await change(before['id'], {
        plan: 'scale',
        requestsPerMinute: 50_000,
        label: 'other',
        expires: '2099-01-31T00:00:00Z',
      });
      const { secret, ...shown } = before;
      expect({ code, document }).toEqual({
        code: 0,
        document: {
          ...shown,
          plan: 'scale',
          requests_per_minute: 50_000,
          label: 'other',
          expires_at: '2099-01-31T00:00:00.000Z',
        },
      });
      expect(text).toContain('Plan scale: 50000 requests per minute');
      expect(text).toContain('It expires at 2099-01-31T00:00:00.000Z.');
      expect(text + JSON.stringify(document)).not.toContain(String(secret));
    });

    it('removes the custom limit with the plan scale, and the expiry with never', async () => {
      const { document: before } = await issue({ plan: 'scale', requestsPerMinute: 50_000, expires: '90' });
      expect((await change(before['id'], { plan: 'pro' })).document['requests_per_minute']).toBeNull();
      const { document, text } = await change(before['id'], { expires: 'never' });
      expect(document).toMatchObject({ plan: 'pro', expires_at: null });
      expect(text).toContain('It does not expire.');
    });

    it('reports that a rotated key expires no later than its grace period', async () => {
      const { document: before } = await issue();
      const { output } = recordedOutput();
      await rotateKey({ id: String(before['id']), gracePeriodSeconds: 60 }, { db, output, now });
      const { document, text } = await change(before['id'], { expires: 'never' });
      expect(Date.parse(String(document['expires_at']))).toBeLessThan(Date.now() + 61_000);
      expect(text).toContain('its expiry cannot be extended');
    });

    it.each([
      [{}, 'Nothing to change'],
      [{ requestsPerMinute: 20_000 }, 'only available on plan scale'],
      [{ plan: 'free' as const, requestsPerMinute: 20_000 }, 'only available on plan scale'],
      [{ plan: 'scale' as const, requestsPerMinute: 9_999 }, 'from 10000 to 10000000'],
      [{ label: ' ' }, '1 to 100 characters'],
      [{ expires: '2020-01-01T00:00:00Z' }, 'in the future'],
    ])('rejects %j of a pro key as wrong usage, and changes nothing', async (args, words) => {
      const { document } = await issue();
      const rejected = change(document['id'], args);
      await expect(rejected).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining(words) as string,
      });
      const { secret, ...shown } = document;
      expect(secret).toBeDefined();
      expect((await list()).data).toEqual([shown]);
    });

    it('rejects a key that is no longer active', async () => {
      const { document } = await issue();
      const { output } = recordedOutput();
      await revokeKey({ id: String(document['id']) }, { db, output, now });
      await expect(change(document['id'], { plan: 'free' })).rejects.toThrow('There is no key');
    });
  });

  it('lists limit, last use and expiry of each key', async () => {
    const { document: first } = await issue({ plan: 'free', label: 'plain' });
    await db.query(`UPDATE api_keys SET created_at = created_at - interval '1 s' WHERE id = $1`, [first['id']]);
    const { document } = await issue({
      plan: 'scale',
      label: 'own',
      requestsPerMinute: 50_000,
      expires: '2099-01-31T00:00:00Z',
    });
    await keys.noteUse(new Map([[String(document['id']), new Date('2026-11-21T05:04:03Z')]]));
    const [header, own, plain] = (await list()).text.split('\n');
    expect(header).toMatch(/LIMIT +CREATED +LAST USED +STATE$/);
    expect(own).toMatch(/ 50000\/min +\S+ +2026-11-21T05:04Z +until 2099-01-31T00:00Z$/);
    expect(plain).toMatch(/ 60\/min +\S+ +never +active$/);
  });

  it('rotates: the new key works, and the old one remains valid for the grace period', async () => {
    const { document: old } = await issue();
    const { output, said } = recordedOutput();
    await rotateKey({ id: String(old['id']), gracePeriodSeconds: 60 }, { db, output, now });
    const { data, text } = await list();
    expect(data).toHaveLength(2);
    expect(said.document).toMatchObject({ replaces: old['id'], plan: 'pro', secret: expect.stringMatching(/^dtk_/) });
    expect(said.text).toBe((said.document as { secret: string }).secret);
    expect(said.remarks).toContain(`${String(old['id'])} keeps working for up to 60 seconds`);
    expect(text).toContain(`replaced by ${(said.document as { id: string }).id}`);
  });

  it.each([-1, 604_801])('rejects a grace period of %d s', async (gracePeriodSeconds) => {
    const { output } = recordedOutput();
    const rotate = rotateKey({ id: 'key_x', gracePeriodSeconds }, { db, output, now });
    await expect(rotate).rejects.toThrow('from 0 to 604800');
  });

  it('revokes a key, is idempotent, and omits the key from the list', async () => {
    const { document } = await issue();
    const { output } = recordedOutput();
    const id = String(document['id']);
    for (let time = 0; time < 2; time++) expect(await revokeKey({ id }, { db, output, now })).toBe(0);
    const { data, text, remarks } = await list();
    expect([data, text]).toEqual([[], '']);
    expect(remarks).toContain('1 revoked or expired');
    expect((await list(true)).text).toContain('revoked 2');
    await expect(revokeKey({ id: 'key_none' }, { db, output, now })).rejects.toThrow('There is no key "key_none"');
  });
});
