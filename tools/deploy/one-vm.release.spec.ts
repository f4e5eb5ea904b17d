import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanup } from '../test/cleanup';
import { describeWithDebian, skipBecause } from '../test/debian-programs';
import { Guest } from './guest/guest';
import { timed, underLoad, untilResponses } from './guest/load';
import { blockWith, page } from './page';

const ROOT = join(__dirname, '../..');
const PRODUCTION = join(ROOT, 'dist/production');

const [, rollingRestart] = /\| change settings without an outage +\| `(.*?)`/.exec(page)!;

/** A guest has no network: its packages come from these lines of the page. */
const INSTALL = /apt-get install -y --no-install-recommends (.*)/g;
const packages = [...page.matchAll(INSTALL)].flatMap(([, names]) => names!.split(' '));
const withoutInstall = (commands: string): string => commands.replaceAll(INSTALL, '');

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
  let guest: Guest;
  const cleanup = new Cleanup();
  beforeAll(async () => {
    guest = new Guest();
    await cleanup.push(() => guest.delete());
    await cleanup.push(() => guest.stop());
    execFileSync('npm', ['run', 'build:production'], { cwd: ROOT, stdio: 'ignore' });
    guest.install('trixie', packages);
    const archive = readdirSync(PRODUCTION).find((name) => name.endsWith('.tar.gz'))!;
    copyFileSync(join(PRODUCTION, archive), join(guest.root, 'root', archive));
    await guest.start();
  });
  afterAll(async () => expect(await cleanup.run()).toEqual([]));

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
    // Of a process of nginx; a stream takes two.
    const limits = `grep 'Max open files' /proc/$(pgrep -n -u www-data nginx)/limits`;
    expect(guest.run(limits)).toMatch(/^Max open files +16384 /);
    expect(guest.run('nginx -T 2>&1')).toContain('worker_connections 8192;');
  });

  it('runs without rights, with secrets that only its own services read', () => {
    const owners = guest.run(`ps -eo user:20,args | grep '[/]opt/droptrack/bin' | awk '{ print $1 }' | sort -u`);
    expect(owners.trim()).not.toBe('');
    expect(owners).not.toContain('root');
    expect(guest.run(`stat -c %a /etc/droptrack/credentials/*`).trim().split('\n')).toEqual(Array(4).fill('600'));
    expect(guest.run(`tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID droptrack-worker)/environ`)).not.toContain(
      'postgres://',
    );
  });

  const onlySuccess = /^\d{2,} 200$/;

  it('backs up by its unit', () => {
    guest.run('systemctl start droptrack-backup');
    const backups = guest.run('ls /var/lib/droptrack-backup/').trim().split('\n');
    expect(backups).toHaveLength(1);
    guest.run(`droptrack restore --check /var/lib/droptrack-backup/${backups[0]}`);
  });

  it('serves each request of a rolling restart', () => {
    expect(underLoad(guest, 'rolling restart', rollingRestart!)).toMatch(onlySuccess);
  });

  it('serves each request of an upgrade to a tarball of the same programs with the next number', () => {
    const [, from] = /version=(.*)/.exec(blockWith('tar -xzf'))!;
    const [, to] = /version=(.*)/.exec(blockWith('before-$version'))!;
    guest.run(`
      cd /tmp && cp -r /opt/droptrack-${from} droptrack-${to}
      sed -i 's/"${from}"/"${to}"/' droptrack-${to}/package.json droptrack-${to}/apps/*/main.js
      tar -czf /root/droptrack-${to}.tar.gz droptrack-${to}`);
    expect(underLoad(guest, 'upgrade with a backup', blockWith('before-$version'))).toMatch(onlySuccess);
    for (const port of [13_000, 13_002, 9465, 9466]) {
      const metrics = guest.run(`curl --silent http://127.0.0.1:${port}/metrics`);
      expect(metrics).toMatch(new RegExp(`{version="${to}",commit="[0-9a-f]{40}`));
    }
    // A version that runs is not unpacked over.
    expect(guest.run(blockWith('before-$version'))).toContain('Directory not empty');
  });

  it('restores a backup that was taken under load, and keeps the lost database', () => {
    const lines = `${blockWith('droptrack restore --check $file')}\nsystemctl start droptrack-backup`;
    expect(underLoad(guest, 'backup', lines)).toMatch(onlySuccess);
    expect(timed('drill', () => guest.run(blockWith('droptrack_drill')))).toContain(': restored ');
    guest.run('droptrack keys issue --plan pro --label lost');
    timed('restore with its outage', () => guest.run(blockWith('RENAME')));
    const databases = `SELECT string_agg(datname, ' ' ORDER BY datname) FROM pg_database WHERE datname LIKE 'droptrack%'`;
    expect(guest.run(`runuser -u postgres -- psql -At -c "${databases}"`).trim()).toMatch(/^droptrack droptrack_\d+$/);
    expect(guest.run('droptrack keys list')).not.toContain('lost');
    // The key is one of the backup.
    expect(underLoad(guest, 'after the restore', untilResponses(50))).toMatch(onlySuccess);
  });

  it('is watched by Prometheus, and an alert fires for a worker that has stopped', () => {
    const until = (condition: string, seconds: number): string =>
      `for i in $(seq ${seconds}); do if ${condition}; then break; fi; sleep 1; done; ${condition}`;
    const query = (expression: string): string =>
      `curl --silent --data-urlencode 'query=${expression}' http://localhost:9090/api/v1/query`;
    expect(guest.run(withoutInstall(blockWith('promtool check config')))).toContain('SUCCESS');
    timed('Prometheus sees all programs', () =>
      guest.run(until(`${query('count(up{job=~"droptrack-.+"} == 1) == 4')} | grep -q '"metric"'`, 120)),
    );
    const rules = 'curl --silent http://localhost:9090/api/v1/rules';
    guest.run(until(`! ${rules} | grep -q '"health":"unknown"'`, 60));
    expect(guest.run(blockWith('promtool query'))).toMatch(/^\{\} => 4 @.*\n(\d+)\n\1\n$/);
    // 9090 at 127.0.0.1, and nowhere else.
    expect(guest.run(`grep -h ':2382 .* 0A ' /proc/net/tcp /proc/net/tcp6`)).toMatch(/^ *\d+: 0100007F:2382 .*\n$/);
    guest.run('systemctl stop droptrack-worker');
    const firing = query('ALERTS{alertname="DroptrackInstanceDown",alertstate="firing",job="droptrack-worker"}');
    timed('DroptrackInstanceDown fires after the stop', () => guest.run(until(`${firing} | grep -q '"metric"'`, 300)));
    guest.run('systemctl start droptrack-worker');
    timed('the alert ends after the start', () => guest.run(until(`! ${firing} | grep -q '"metric"'`, 120)));
  });

  it('is started again after a crash', () => {
    guest.run('systemctl kill --signal=KILL droptrack-worker');
    guest.run(
      'for i in $(seq 300); do [ "$(systemctl show -P NRestarts droptrack-worker)" != 0 ] && break; sleep 0.1; done',
    );
    expect(guest.run('systemctl show -P NRestarts droptrack-worker').trim()).toBe('1');
  });
});
