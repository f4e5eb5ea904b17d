import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeWithDebian } from '../test/debian-programs';

const ROOT = join(__dirname, '../..');
const UNITS = join(ROOT, 'deploy/systemd/units');
/** Programs that the units name; verification needs them to exist. */
const PROGRAMS = ['/opt/droptrack/bin/droptrack', '/usr/bin/curl', '/usr/bin/find', '/bin/sh'];
const EXPOSURE_MAX = 2;

/** Names of the units, with an instance for each template. */
const units = readdirSync(UNITS)
  .filter((name) => /\.(service|timer|target)$/.test(name))
  .map((name) => name.replace('@.', '@3000.'));
const textOf = (unit: string): string => readFileSync(join(UNITS, unit.replace('@3000.', '@.')), 'utf8');

const describeUnits = describeWithDebian({ packages: ['systemd'], probes: [['systemd-analyze', '--version']] });

describeUnits('the units', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'droptrack-units-'));
    cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true });
    cpSync(UNITS, join(root, 'etc/systemd/system'), { recursive: true });
    for (const program of PROGRAMS) {
      mkdirSync(dirname(join(root, program)), { recursive: true });
      writeFileSync(join(root, program), '#!/bin/sh\n');
      chmodSync(join(root, program), 0o755);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const analyze = (...args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [`--root=${root}`, ...args], { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('are read without a complaint', () => {
    const { status, output } = analyze('verify', ...units);
    expect(output.split('\n').filter((line) => line.includes('droptrack'))).toEqual([]);
    expect(status).toBe(0);
  });

  it('are reported if a setting is misspelt', () => {
    const misspelt = join(root, 'etc/systemd/system/droptrack-misspelt.service');
    writeFileSync(misspelt, '[Service]\nExecStart=/bin/sh\nDynamicUsers=yes\n');
    expect(analyze('verify', 'droptrack-misspelt.service').output).toContain('DynamicUsers');
  });

  it.each(units.filter((unit) => unit.endsWith('.service')))('%s is exposed little', (unit) => {
    const { output } = analyze('security', '--offline=true', '--no-pager', unit);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1]);
    expect(exposure).toBeLessThanOrEqual(EXPOSURE_MAX);
  });

  it('receive each secret that they read', () => {
    for (const unit of units) {
      const read = [...textOf(unit).matchAll(/_FILE=%d\/(\S+)/g)].map(([, name]) => name!);
      const received = [...textOf(unit).matchAll(/^LoadCredential=([\w-]+):\/etc\/droptrack\/credentials\/\1$/gm)];
      expect([unit, read]).toEqual([unit, received.map(([, name]) => name!)]);
    }
  });

  it('are stopped after the time that a rolling restart needs', () => {
    const settings = readFileSync(join(ROOT, 'deploy/systemd/droptrack.env'), 'utf8');
    const shared = readFileSync(join(UNITS, 'droptrack-.service.d/50-droptrack.conf'), 'utf8');
    const graceSeconds = Number(/^SHUTDOWN_GRACE_SECONDS=(\d+)$/m.exec(settings)?.[1]);
    const drainSeconds = 10;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(shared)?.[1])).toBeGreaterThan(graceSeconds + drainSeconds);
  });
});
