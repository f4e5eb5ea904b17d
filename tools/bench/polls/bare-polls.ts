import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent, request } from 'undici';
import type { RecordedRequest } from '../../../libs/connectors/bench/sources';

// The yardstick of polls: makes recorded requests at their times, reads each response and inserts one row for it; no
// limits, no checks, no memory, no recompute runs.
const dispatcher = new Agent();
let pool: Pool | null = null;
let stored = 0;

export async function replay(databaseUrl: string, requests: readonly RecordedRequest[]): Promise<void> {
  pool ??= new Pool({ connectionString: databaseUrl, max: 4 });
  const beganMs = performance.now();
  const inFlight: Promise<void>[] = [];
  for (const each of requests) {
    const waitMs = beganMs + each.afterMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    inFlight.push(poll(pool, each));
  }
  await Promise.all(inFlight);
}

async function poll(db: Pool, { method, url, headers, body }: RecordedRequest): Promise<void> {
  const response = await request(url, { method: method as 'GET' | 'POST', headers, body, dispatcher });
  const text = await response.body.text();
  const isJson = /json/.test(String(response.headers['content-type'])) && text !== '';
  const value: unknown = isJson ? JSON.parse(text) : text;
  stored += 1;
  await db.query(
    `INSERT INTO bare_readings (drop_id, signal, observed_at, value, source, recorded_at)
     VALUES ($1, 'tvl_usd', now(), $2, 'bench', now())`,
    [`drop-${stored}`, value === null ? 0 : 1],
  );
}
