import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliError } from '../../../output/cli-error';
import { describeMetrics, reservePorts, type WantedPort } from './ports';
import { PortMarks } from './port-marks';

const HOST = '127.0.0.1';

describe('reservePorts', () => {
  const others: Server[] = [];
  const reserved: { end(): Promise<void> }[] = [];
  const processes: ChildProcess[] = [];
  const places: string[] = [];
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const child of processes.splice(0)) child.kill();
    await Promise.all(reserved.splice(0).map((ports) => ports.end()));
    await Promise.all(others.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    for (const place of places.splice(0)) rmSync(place, { recursive: true });
  });

  /** Starts another program that listens. @returns its port. */
  const other = async (port = 0): Promise<number> => {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve));
    others.push(server);
    return (server.address() as AddressInfo).port;
  };
  const isFree = (port: number) =>
    other(port).then(
      () => true,
      () => false,
    );
  /** A port that was free just before. */
  const freePort = async (): Promise<number> => {
    const port = await other();
    await new Promise((resolve) => others.pop()!.close(resolve));
    return port;
  };
  /** Id of another process that lives until the test ends. */
  const liveProcess = (): number | undefined => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    processes.push(child);
    return child.pid;
  };
  /** Directory for marks, removed after the test. */
  const marksPlace = (): string => {
    const directory = mkdtempSync(join(tmpdir(), 'droptrack-marks-'));
    places.push(directory);
    return directory;
  };
  type Wants = Partial<Record<WantedPort['variable'], Partial<WantedPort>>>;
  const wanted = ({ PORT, METRICS_PORT, WORKER_METRICS_PORT }: Wants): WantedPort[] => [
    { variable: 'PORT', host: HOST, port: 0, isDefault: false, ...PORT },
    { variable: 'METRICS_PORT', host: HOST, port: 0, isDefault: true, ...METRICS_PORT },
    { variable: 'WORKER_METRICS_PORT', host: HOST, port: 0, isDefault: true, ...WORKER_METRICS_PORT },
  ];
  const reserve = async (wants: Wants, marks?: PortMarks) => {
    const ports = await reservePorts(wanted(wants), marks);
    reserved.push(ports);
    return ports;
  };
  const failure = (wants: Wants): Promise<CliError> =>
    reserve(wants).then(
      () => Promise.reject(new Error('They were free')),
      (error: CliError) => error,
    );
  /** Ports that a hint recommends, by variable. */
  const hinted = ({ hint }: CliError) =>
    Object.fromEntries([...hint!.matchAll(/(--port|[A-Z_]+)[= ](\d+)/g)].map(([, name, port]) => [name, Number(port)]));

  it('reserves a port for each program until it is released', async () => {
    const ports = await reserve({});
    const { PORT, METRICS_PORT, WORKER_METRICS_PORT } = ports.numbers;
    expect(new Set([PORT, METRICS_PORT, WORKER_METRICS_PORT]).size).toBe(3);
    expect(await isFree(PORT)).toBe(false);
    await ports.release('PORT');
    await ports.release('PORT');
    expect([await isFree(PORT), await isFree(METRICS_PORT)]).toEqual([true, false]);
    await ports.release();
    expect(await isFree(METRICS_PORT)).toBe(true);
  });

  // A second instance beside a first: its operator sets only the port of the API.
  it('replaces a default port that is in use by a free one', async () => {
    const [taken, alsoTaken, port] = [await other(), await other(), await freePort()];
    const { numbers } = await reserve({
      PORT: { port },
      METRICS_PORT: { port: taken },
      WORKER_METRICS_PORT: { port: alsoTaken },
    });
    expect(numbers.PORT).toBe(port);
    const moved = [numbers.METRICS_PORT, numbers.WORKER_METRICS_PORT];
    expect(new Set([taken, alsoTaken, port, ...moved]).size).toBe(5);
  });

  // On a busy machine seconds pass between the release of a port and the listening of its program. Two services may
  // start at once: the first one failed because the second had taken its port.
  it('reserves a released port against another start until the reservation ends', async () => {
    const [port, directory] = [await freePort(), marksPlace()];
    const first = await reserve({ METRICS_PORT: { port } }, new PortMarks(directory));
    writeFileSync(join(directory, String(port)), String(liveProcess()));
    await first.release();
    const second = await reserve({ METRICS_PORT: { port } }, new PortMarks(directory));
    expect(second.numbers.METRICS_PORT).not.toBe(port);
    await first.end();
    const third = await reserve({ METRICS_PORT: { port } }, new PortMarks(directory));
    expect(third.numbers.METRICS_PORT).toBe(port);
  });

  describe('marks', () => {
    const NOW_MS = Date.parse('2026-11-02T12:00:00Z');
    const PORT = 9464;
    /** Reserves a port with a mark of the given process and age. */
    const marksBeside = (pid: number | undefined, ageSeconds = 0) => {
      const directory = marksPlace();
      const file = join(directory, String(PORT));
      writeFileSync(file, String(pid));
      utimesSync(file, NOW_MS / 1_000 - ageSeconds, NOW_MS / 1_000 - ageSeconds);
      return { directory, marks: new PortMarks(directory, () => NOW_MS) };
    };

    it('protect a port while their process lives', async () => {
      expect(await marksBeside(liveProcess(), 120).marks.add(PORT)).toBe(false);
    });

    it('are ignored if their process has ended, and removed by their owner', async () => {
      const { directory, marks } = marksBeside(spawnSync(process.execPath, ['-v']).pid);
      expect(await marks.add(PORT)).toBe(true);
      await marks.clear();
      expect(readdirSync(directory)).toEqual([]);
    });

    // Process ids are reused: in a restarted container at once, and for the same program.
    it('are ignored if they have the own id, or are older than two minutes', async () => {
      expect(await marksBeside(process.pid).marks.add(PORT)).toBe(true);
      expect(await marksBeside(liveProcess(), 121).marks.add(PORT)).toBe(true);
    });

    it('allow one number for two addresses of one service', async () => {
      const marks = new PortMarks(marksPlace());
      expect([await marks.add(PORT), await marks.add(PORT)]).toEqual([true, true]);
    });

    it('are optional: an unwritable directory is ignored', async () => {
      const file = join(marksPlace(), 'file');
      writeFileSync(file, '');
      expect(await new PortMarks(file).add(PORT)).toBe(true);
    });

    // With `docker run --user 1234` no service started.
    it('need no entry of the user in the system', () => {
      jest.spyOn(os, 'userInfo').mockImplementation(() => {
        throw Object.assign(new Error('uv_os_get_passwd'), { code: 'ERR_SYSTEM_ERROR' });
      });
      expect(() => new PortMarks()).not.toThrow();
    });
  });

  it('prefers the port that the operator sets to a default one', async () => {
    const port = await freePort();
    const { numbers } = await reserve({ PORT: { port }, METRICS_PORT: { port } });
    expect(numbers.PORT).toBe(port);
    expect(numbers.METRICS_PORT).not.toBe(port);
  });

  // Reporting one conflict at a time would take three starts to resolve three conflicts.
  it('reports every port in use at once, each with a free one, in one command', async () => {
    const [port, metrics, worker] = [await other(), await other(), await other()];
    const wants = (ports: Record<string, number>) => ({
      PORT: { port, ...(ports['PORT'] && { port: ports['PORT'] }) },
      METRICS_PORT: { port: ports['METRICS_PORT'] ?? metrics, isDefault: false },
      WORKER_METRICS_PORT: { port: ports['WORKER_METRICS_PORT'] ?? worker, isDefault: false },
    });
    const error = await failure(wants({}));
    expect(error).toMatchObject({ code: 'port_taken', hint: expect.stringMatching(/to the same command\.$/) });
    expect(error.message.split('\n')).toEqual([
      `Port ${port} (PORT) is used by another program`,
      `Port ${metrics} (METRICS_PORT) is used by another program`,
      `Port ${worker} (WORKER_METRICS_PORT) is used by another program`,
    ]);
    const free = hinted(error);
    expect((await reserve(wants(free))).numbers).toEqual(free);
  });

  it('recommends the option if the port has one, and names the variable of a conflict', async () => {
    const port = await other();
    const error = await failure({ PORT: { port, option: '--port' } });
    expect(error).toMatchObject({ message: `Port ${port} (--port) is used by another program` });
    expect((await reserve({ PORT: { port: hinted(error)['--port']! } })).numbers.PORT).toBe(hinted(error)['--port']);
  });

  // Each program alone would find the port free, and one of them would fail late.
  it('reports two equal ports of the service', async () => {
    const port = await freePort();
    const same = { port, isDefault: false };
    const error = await failure({ METRICS_PORT: same, WORKER_METRICS_PORT: same });
    expect(error.message).toBe(`METRICS_PORT and WORKER_METRICS_PORT are set to the same port, ${port}`);
    expect(Object.keys(hinted(error))).toEqual(['WORKER_METRICS_PORT']);
    expect(await isFree(port)).toBe(true);
  });

  it('rejects an address that the machine does not have, and reserves nothing', async () => {
    const port = await freePort();
    const elsewhere = { host: '203.0.113.1' };
    expect(await failure({ PORT: { port }, WORKER_METRICS_PORT: elsewhere })).toMatchObject({
      code: 'address_unusable',
      hint: 'Change WORKER_METRICS_HOST or WORKER_METRICS_PORT.',
    });
    expect(await failure({ PORT: elsewhere })).toMatchObject({ hint: 'Change HOST or PORT.' });
    expect(await isFree(port)).toBe(true);
  });
});

describe('describeMetrics', () => {
  const config = {
    metrics: { host: '0.0.0.0', port: 9464, isDefault: true },
    workerMetrics: { host: HOST, port: 0, isDefault: false },
  };

  it('shows metrics URLs as a fact only if a default port was in use', () => {
    const at = (METRICS_PORT: number) =>
      describeMetrics(config, { PORT: 3000, EXPLORER_PORT: 3001, METRICS_PORT, WORKER_METRICS_PORT: 40_000 });
    const worker = 'http://127.0.0.1:40000/metrics';
    expect(at(9464)).toEqual({ urls: { api: 'http://127.0.0.1:9464/metrics', worker }, facts: [] });
    expect(at(9466).facts).toEqual([['Metrics', 'API http://127.0.0.1:9466/metrics (port 9464 is in use)']]);
  });
});
