import { createServer, type RequestListener } from 'node:http';
import { listening } from '../child-program';

/** A delivery: path of the endpoint, `webhook-id`, and the instant of its first byte, milliseconds since the epoch. */
export type Arrival = readonly [path: string, id: string, atMs: number];

// Receivers of deliveries on loopback.
let arrivals = new Map<string, Arrival>();
let onArrival: () => void = () => undefined;

const receive: RequestListener = (request, response) => {
  const [path, id] = [request.url ?? '', String(request.headers['webhook-id'])];
  const key = `${path} ${id}`;
  if (!arrivals.has(key)) arrivals.set(key, [path, id, Date.now()]);
  onArrival();
  request.resume().once('end', () => response.writeHead(204).end());
};

const open = (listener: RequestListener): Promise<number> =>
  listening(createServer({ keepAliveTimeout: 60_000 }, listener));

/** Opens the ports: one that returns 204, and some that accept requests and never respond. */
export async function listen(hanging: number): Promise<number[]> {
  const ports = [await open(receive)];
  while (ports.length <= hanging) ports.push(await open((request) => void request.resume()));
  return ports;
}

export function clear(): void {
  arrivals = new Map();
}

/** Waits for a number of different deliveries. @returns the instant of the last one, milliseconds since the epoch. */
export async function until(count: number): Promise<number> {
  await new Promise<void>((resolve) => {
    onArrival = () => void (arrivals.size >= count && resolve());
    onArrival();
  });
  onArrival = () => undefined;
  return Math.max(...[...arrivals.values()].slice(-count).map(([, , atMs]) => atMs));
}

/** The first arrival of each delivery. */
export const list = (): readonly Arrival[] => [...arrivals.values()];

export const count = (): number => arrivals.size;
