import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Config, type Listener, reachableUrl } from '../../../config/config';
import { CliError } from '../../../output/cli-error';
import { PortMarks } from './port-marks';

/** Variables that set ports; the host is set by the same name with HOST at its end. */
type PortVariable = 'PORT' | 'EXPLORER_PORT' | 'METRICS_PORT' | 'WORKER_METRICS_PORT';

/** A port that the service listens on. */
export interface WantedPort extends Listener {
  readonly variable: PortVariable;
  /** Option that overrides the variable. */
  readonly option?: '--port';
  /** True if the port is not set: a default that is in use gives way to a free port. */
  readonly isDefault: boolean;
}

/** Ports of the service, held by this process so that no other program can take them before the service listens. */
export interface ReservedPorts {
  readonly numbers: Readonly<Record<PortVariable, number>>;
  /** Frees the given ports, or all, for the program that listens there. Idempotent. */
  release(...variables: readonly PortVariable[]): Promise<void>;
  /** Ends the reservation, also against another `up`: once the programs listen, or have failed. Idempotent. */
  end(): Promise<void>;
}

/**
 * Reserves all ports of the service before anything is started. All conflicts are reported at once, also those between
 * two of the ports, each with a free port.
 *
 * @throws {CliError} `port_taken`, `address_unusable`; no port stays reserved then.
 */
export async function reservePorts(
  wanted: readonly WantedPort[],
  marks: PortMarks = new PortMarks(),
): Promise<ReservedPorts> {
  const held = new Map<PortVariable, Server>();
  const release = async (...variables: readonly PortVariable[]): Promise<void> => {
    const servers = (variables.length === 0 ? [...held.keys()] : variables).map((variable) => held.get(variable));
    await Promise.all(servers.map((server) => new Promise((resolve) => server?.close(resolve) ?? resolve(null))));
  };
  const end = async (): Promise<void> => {
    await release();
    await marks.clear();
  };
  try {
    const taken = await holdAsWanted(wanted, held, marks);
    const freed: Conflict[] = [];
    for (const want of taken) {
      const server = await listenAbove(want, marks);
      const rival = wanted.find(({ variable }) => portOf(held.get(variable)) === want.port) ?? null;
      held.set(want.variable, server);
      if (!want.isDefault) freed.push({ want, rival, free: portOf(server) });
    }
    if (freed.length > 0) throw portsTaken(freed);
    const numbers = Object.fromEntries([...held].map(([variable, server]) => [variable, portOf(server)]));
    return { numbers: numbers as Record<PortVariable, number>, release, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Reserves each port that is free, those set by the operator first. @returns the ports in use. */
async function holdAsWanted(
  wanted: readonly WantedPort[],
  held: Map<PortVariable, Server>,
  marks: PortMarks,
): Promise<WantedPort[]> {
  const taken: WantedPort[] = [];
  for (const want of [...wanted].sort((a, b) => Number(a.isDefault) - Number(b.isDefault))) {
    const server = await tryListening(want.host, want.port, marks);
    if (typeof server !== 'string') held.set(want.variable, server);
    else if (server === 'EADDRINUSE') taken.push(want);
    else throw unusable(want, server);
  }
  return taken;
}

/** A conflict: the wanted port, the port of the service that uses it (null for another program), and a free one. */
interface Conflict {
  readonly want: WantedPort;
  readonly rival: WantedPort | null;
  readonly free: number;
}

function portsTaken(conflicts: readonly Conflict[]): CliError {
  const lines = conflicts.map(({ want, rival }) =>
    rival === null
      ? `Port ${want.port} (${nameOf(want)}) is used by another program`
      : `${nameOf(rival)} and ${nameOf(want)} are set to the same port, ${want.port}`,
  );
  const free = conflicts.map(({ want, free }) =>
    want.option === undefined ? `${want.variable}=${free}` : `${want.option} ${free}`,
  );
  return new CliError('port_taken', lines.join('\n'), {
    hint: `Free ${free.length === 1 ? 'port' : 'ports'}: ${free.join(' ')}. Add ${free.length === 1 ? 'it' : 'them'} to the same command.`,
    details: { ports: conflicts.map(({ want: { variable, port }, free }) => ({ variable, port, free })) },
  });
}

const nameOf = ({ option, variable }: WantedPort): string => option ?? variable;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'ports below 1024 need elevated privileges',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host name does not resolve',
};

function unusable({ host, port, variable, ...want }: WantedPort, code: string): CliError {
  return new CliError('address_unusable', `Cannot listen on ${host}:${port}: ${REASONS[code] ?? code}`, {
    hint: `Change ${variable.replace(/PORT$/, 'HOST')} or ${want.option ?? variable}.`,
  });
}

/** Number of ports above the wanted one that are tried before the system chooses one. */
const TRIES_MAX = 100;

/** Server on the first free port above one that is in use. */
async function listenAbove(want: WantedPort, marks: PortMarks): Promise<Server> {
  const last = Math.min(want.port + TRIES_MAX, 65_535);
  for (let port = want.port + 1; port <= last; port += 1) {
    const server = await tryListening(want.host, port, marks);
    if (typeof server !== 'string') return server;
  }
  const server = await tryListening(want.host, 0, marks);
  if (typeof server === 'string') throw unusable({ ...want, port: 0 }, server);
  return server;
}

const portOf = (server: Server | undefined): number => (server?.address() as AddressInfo | undefined)?.port ?? 0;

/** Server on a port that it has marked, or the error code. */
async function tryListening(host: string, port: number, marks: PortMarks): Promise<Server | string> {
  const server = await listen(host, port);
  if (typeof server === 'string' || (await marks.add(portOf(server)))) return server;
  await new Promise((resolve) => server.close(resolve));
  return 'EADDRINUSE';
}

/** Server that closes every connection, or the error code. */
function listen(host: string, port: number): Promise<Server | string> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

/** Metrics URLs of each program. */
export interface MetricsUrls {
  readonly api: string;
  readonly worker: string;
}

/**
 * Metrics URLs, and a fact about them if a default port was in use and another one was chosen.
 */
export function describeMetrics(
  { metrics, workerMetrics }: Pick<Config, 'metrics' | 'workerMetrics'>,
  { METRICS_PORT, WORKER_METRICS_PORT }: ReservedPorts['numbers'],
): { readonly urls: MetricsUrls; readonly facts: readonly (readonly [string, string])[] } {
  const urlOf = (host: string, port: number): string => `${reachableUrl({ host, port })}/metrics`;
  const api = urlOf(metrics.host, METRICS_PORT);
  const worker = urlOf(workerMetrics.host, WORKER_METRICS_PORT);
  const moved = [
    ...(isMoved(metrics, METRICS_PORT) ? [`API ${api} (port ${metrics.port} is in use)`] : []),
    ...(isMoved(workerMetrics, WORKER_METRICS_PORT) ? [`worker ${worker} (port ${workerMetrics.port} is in use)`] : []),
  ];
  return { urls: { api, worker }, facts: moved.length === 0 ? [] : [['Metrics', moved.join(', ')]] };
}

const isMoved = ({ port, isDefault }: Config['metrics'], chosen: number): boolean => isDefault && port !== chosen;
