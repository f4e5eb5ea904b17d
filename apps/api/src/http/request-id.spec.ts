import { requestIds } from './request-id';

describe('requestIds', () => {
  const nextId = requestIds('process_');

  it.each(['a', 'A-b_9', 'x'.repeat(64)])("keeps the client's own %s", (own) => {
    expect(nextId({ headers: { 'x-request-id': own } })).toBe(own);
  });

  // What a client sends ends up in logs and headers: nothing that could break either gets through.
  it.each(['', 'x'.repeat(65), 'a b', 'a\r\nb', 'ä', '<script>'])('replaces %j', (own) => {
    expect(nextId({ headers: { 'x-request-id': own } })).toMatch(/^req_process_[0-9a-z]{6,}$/);
  });

  it('never gives one twice', () => {
    const ids = Array.from({ length: 1000 }, () => nextId({ headers: {} }));
    expect(new Set(ids).size).toBe(1000);
  });
});
