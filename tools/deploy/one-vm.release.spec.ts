import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithDebian, skipBecause } from '../../apps/api/test/debian-programs';
import { Guest } from './guest/guest';

const ROOT = join(__dirname, '../..');
const PRODUCTION = join(ROOT, 'dist/production');

/** Blocks of commands in the section "One VM" of the page for operators. */
const [, section] = /\n## One VM\n(.*?)\n## /s.exec(readFileSync(join(ROOT, 'deploy/README.md'), 'utf8'))!;
const blocks = [...section!.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands!);
const blockWith = (text: string): string => blocks.find((commands) => commands.includes(text))!;

/** A guest has no network: its packages come from this line of the page. */
const INSTALL = /apt-get install -y --no-install-recommends (.*)/;
const packages = INSTALL.exec(blocks[0]!)![1]!.split(' ');

const describeMachine =
  process.getuid?.() === 0
    ? describeWithDebian({
        packages: ['debootstrap', 'util-linux', 'iproute2'],
        probes: [
          ['debootstrap', '--version'],
          ['unshare', '--pid', '--mount', '--net', '--cgroup', '--fork', 'true'],
        ],
      })
    : skipBecause('only root can start a guest');

describeMachine('a fresh Debian, by the lines of the page', () => {
  const guest = new Guest();
  beforeAll(async () => {
    execFileSync('npm', ['run', 'build:production'], { cwd: ROOT, stdio: 'ignore' });
    guest.install('trixie', packages);
    const archive = readdirSync(PRODUCTION).find((name) => name.endsWith('.tar.gz'))!;
    copyFileSync(join(PRODUCTION, archive), join(guest.root, 'root', archive));
    await guest.start();
  });
  afterAll(async () => {
    await guest.stop();
    guest.delete();
  });

  const http = (url: string): string => guest.run(`curl --silent --output /dev/null --write-out '%{http_code}' ${url}`);
  const isActive = (unit: string): string => guest.run(`systemctl is-active ${unit} || true`).trim();

  it('starts the service with its migrations', () => {
    for (const text of ['tar -xzf', 'CREATE ROLE', 'daemon-reload', 'enable --now']) guest.run(blockWith(text));
    for (const unit of ['migrate', 'api@3000', 'api@3002', 'worker']) {
      expect([unit, isActive(`droptrack-${unit}`)]).toEqual([unit, 'active']);
    }
  });

  it('has a role without rights over other databases', () => {
    const attributes = `SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles WHERE rolname = 'droptrack'`;
    expect(guest.run(`runuser -u postgres -- psql -At -c "${attributes}"`).trim()).toBe('f');
  });

  it('serves the catalogue behind nginx, with an explorer that its key admits', () => {
    guest.run(blockWith('keys issue'));
    guest.run(
      'mkdir -p /etc/ssl/droptrack && cd /etc/ssl/droptrack && openssl req -x509 -newkey rsa:2048 -nodes -days 1 ' +
        '-subj /CN=example.com -keyout privkey.pem -out fullchain.pem',
    );
    expect(guest.run(blockWith('nginx -t'))).toContain('no failures');
    expect(http('http://127.0.0.1:3001/')).toBe('200');
    const api = '--insecure --resolve api.example.com:443:127.0.0.1 https://api.example.com/readyz';
    expect(http(api)).toBe('200');
    expect(isActive('droptrack-explorer')).toBe('active');
  });

  it('runs without rights, with secrets that only its own services read', () => {
    const owners = guest.run(`ps -eo user:20,args | grep '[/]opt/droptrack/bin' | awk '{ print $1 }' | sort -u`);
    expect(owners).not.toContain('root');
    expect(guest.run(`stat -c %a /etc/droptrack/credentials/*`).trim().split('\n')).toEqual(Array(4).fill('600'));
    expect(guest.run(`tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID droptrack-worker)/environ`)).not.toContain(
      'postgres://',
    );
  });

  it('backs up by its unit', () => {
    guest.run('systemctl start droptrack-backup');
    const backups = guest.run('ls /var/lib/droptrack-backup/').trim().split('\n');
    expect(backups).toHaveLength(1);
    guest.run(`droptrack restore --check /var/lib/droptrack-backup/${backups[0]}`);
  });

  it('serves each request of a rolling restart', () => {
    const counted = guest.run(`
      while :; do curl --silent --insecure --output /dev/null --write-out '%{http_code}\\n' --max-time 5 \\
        --resolve api.example.com:443:127.0.0.1 https://api.example.com/v1/drops; done > /tmp/statuses &
      reader=$!
      ${blockWith('restart droptrack-migrate')}
      kill $reader
      sort /tmp/statuses | uniq -c`);
    // Without a key every request is answered, and rejected.
    expect(counted.trim()).toMatch(/^\d{2,} 401$/);
  });

  it('is started again after a crash', () => {
    guest.run('systemctl kill --signal=KILL droptrack-worker');
    guest.run(
      'for i in $(seq 300); do [ "$(systemctl show -P NRestarts droptrack-worker)" != 0 ] && break; sleep 0.1; done',
    );
    expect(guest.run('systemctl show -P NRestarts droptrack-worker').trim()).toBe('1');
  });
});
