import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliError } from '../output/cli-error';
import { describeMetrics } from './metrics-facts';
import { PortMarks } from './port-marks';
import { reservePorts, type WantedPort } from './ports';

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

  /** Another program: listens, and gives its port. */
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
  /** A port that was free a moment ago. */
  const freePort = async (): Promise<number> => {
    const port = await other();
    await new Promise((resolve) => others.pop()!.close(resolve));
    return port;
  };
  /** Id of another process, which lives until the test ends. */
  const liveProcess = (): number | undefined => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    processes.push(child);
    return child.pid;
  };
  /** A folder for marks, removed after the test. */
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
  /** Ports that a hint says to add, by variable. */
  const hinted = ({ hint }: CliError) =>
    Object.fromEntries([...hint!.matchAll(/(--port|[A-Z_]+)[= ](\d+)/g)].map(([, name, port]) => [name, Number(port)]));

  it('gives each program a port, and keeps others from it until then', async () => {
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

  // A second instance beside a first: its operator names the port of its API, and nothing else.
  it('puts a free port in the place of a default that is taken', async () => {
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

  // A loaded machine takes seconds from the release of a port until its program listens, and two services may start at
  // once: the first ended as the second had its port.
  it('keeps another start from a port that is handed over, until the reservation ends', async () => {
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
    /** Marks of a start that finds that of a process, so many seconds old. */
    const marksBeside = (pid: number | undefined, ageSeconds = 0) => {
      const directory = marksPlace();
      const file = join(directory, String(PORT));
      writeFileSync(file, String(pid));
      utimesSync(file, NOW_MS / 1_000 - ageSeconds, NOW_MS / 1_000 - ageSeconds);
      return { directory, marks: new PortMarks(directory, () => NOW_MS) };
    };

    it('keep a port from a start beside a process that lives', async () => {
      expect(await marksBeside(liveProcess(), 120).marks.add(PORT)).toBe(false);
    });

    it('are ignored where their process is gone, and removed by their owner', async () => {
      const { directory, marks } = marksBeside(spawnSync(process.execPath, ['-v']).pid);
      expect(await marks.add(PORT)).toBe(true);
      await marks.clear();
      expect(readdirSync(directory)).toEqual([]);
    });

    // The id of a process is given again: in a container that is restarted at once, and to the same program.
    it('are ignored where they have the own id, or are older than two minutes', async () => {
      expect(await marksBeside(process.pid).marks.add(PORT)).toBe(true);
      expect(await marksBeside(liveProcess(), 121).marks.add(PORT)).toBe(true);
    });

    it('leave a number to two addresses of one service', async () => {
      const marks = new PortMarks(marksPlace());
      expect([await marks.add(PORT), await marks.add(PORT)]).toEqual([true, true]);
    });

    it('need no place that can be written', async () => {
      const file = join(marksPlace(), 'file');
      writeFileSync(file, '');
      expect(await new PortMarks(file).add(PORT)).toBe(true);
    });

    // `docker run --user 1234`: no start came up.
    it('need no entry of the user in the system', () => {
      jest.spyOn(os, 'userInfo').mockImplementation(() => {
        throw Object.assign(new Error('uv_os_get_passwd'), { code: 'ERR_SYSTEM_ERROR' });
      });
      expect(() => new PortMarks()).not.toThrow();
    });
  });

  it('leaves a default to the port that the operator names', async () => {
    const port = await freePort();
    const { numbers } = await reserve({ PORT: { port }, METRICS_PORT: { port } });
    expect(numbers.PORT).toBe(port);
    expect(numbers.METRICS_PORT).not.toBe(port);
  });

  // One conflict a start led through three starts, and each hint dropped what the one before had named.
  it('names every taken port at once, each with one that is free, and asks to keep the rest of the command', async () => {
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

  it('hints at the option where it names the port, and at a variable that is in the way', async () => {
    const port = await other();
    const error = await failure({ PORT: { port, option: '--port' } });
    expect(error).toMatchObject({ message: `Port ${port} (--port) is used by another program` });
    expect((await reserve({ PORT: { port: hinted(error)['--port']! } })).numbers.PORT).toBe(hinted(error)['--port']);
  });

  // The API and the worker each found it free, and one of them failed after everything was started.
  it('finds two ports of the service that are the same', async () => {
    const port = await freePort();
    const same = { port, isDefault: false };
    const error = await failure({ METRICS_PORT: same, WORKER_METRICS_PORT: same });
    expect(error.message).toBe(`METRICS_PORT and WORKER_METRICS_PORT are set to the same port, ${port}`);
    expect(Object.keys(hinted(error))).toEqual(['WORKER_METRICS_PORT']);
    expect(await isFree(port)).toBe(true);
  });

  it('rejects an address that the machine lacks, and holds nothing then', async () => {
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

  it('shows people where metrics are only when a default port was taken', () => {
    const at = (METRICS_PORT: number) =>
      describeMetrics(config, { PORT: 3000, METRICS_PORT, WORKER_METRICS_PORT: 40_000 });
    const worker = 'http://127.0.0.1:40000/metrics';
    expect(at(9464)).toEqual({ urls: { api: 'http://127.0.0.1:9464/metrics', worker }, facts: [] });
    expect(at(9466).facts).toEqual([['Metrics', 'API http://127.0.0.1:9466/metrics (port 9464 is in use)']]);
  });
});
