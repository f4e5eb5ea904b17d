import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCall } from '../../testing/run-call';

describe('droptrack up', () => {
  const home = mkdtempSync(join(tmpdir(), 'droptrack-up-'));
  afterAll(() => rmSync(home, { recursive: true }));

  it('on a database that does not respond states the mend, and claims nothing', async () => {
    const ports = { PORT: '0', EXPLORER_PORT: '0', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' };
    const env = { DATABASE_URL: 'postgres://droptrack:hidden@127.0.0.1:1/none', DROPTRACK_HOME: home, ...ports };
    const { code, stdout, stderr } = await runCall(['up'], { env, cwd: home });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The database cannot be used: connection refused \(.*\)\nTo fix it, check host and port of DATABASE_URL, and that PostgreSQL is running\.\n$/,
    );
    expect(readdirSync(home)).toEqual([]);
  });
});
