import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent, request as ask } from 'undici';
import type { MadeRequest, YardstickJob } from './messages';

/**
 * Makes the requests that it is told at their times, reads each answer and stores one row for it; nothing else: no
 * limits, no checks, no memory, no passes.
 */
const pool = new Pool({ connectionString: process.argv[2], max: 4 });
const dispatcher = new Agent();
let stored = 0;

async function make({ method, url, headers, body }: MadeRequest): Promise<void> {
  const answer = await ask(url, { method: method as 'GET' | 'POST', headers, body, dispatcher });
  const text = await answer.body.text();
  const value: unknown = /json/.test(String(answer.headers['content-type'])) && text !== '' ? JSON.parse(text) : text;
  stored += 1;
  await pool.query(
    `INSERT INTO bare_readings (drop_id, signal, observed_at, value, source, recorded_at)
     VALUES ($1, 'tvl_usd', now(), $2, 'bench', now())`,
    [`drop-${stored}`, value === null ? 0 : 1],
  );
}

async function makeAll({ requests }: YardstickJob): Promise<void> {
  const beganMs = performance.now();
  const underWay: Promise<void>[] = [];
  for (const each of requests) {
    const waitMs = beganMs + each.afterMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    underWay.push(make(each));
  }
  await Promise.all(underWay);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (job: YardstickJob) => void makeAll(job).then(() => process.send?.({})));
