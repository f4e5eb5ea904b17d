import { PROBLEM_STATUS } from './problem';

describe('PROBLEM_STATUS', () => {
  // The address of a problem's page is made from its code: it must survive a URL unescaped.
  it('names codes in lower snake case and gives each a client or server error', () => {
    for (const [code, status] of Object.entries(PROBLEM_STATUS)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});
