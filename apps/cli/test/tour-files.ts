import { verifyWebhook } from '@droptrack/sdk';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readParquetText } from '../src/commands/snapshots/parquet/testing';
import { listenLine, readmeLines, untilSaid } from './readme-lines';
import { until } from './service';
import type { Tour } from './tour';

interface Manifest {
  readonly files: readonly { readonly name: string; readonly rows: number }[];
}

/** Downloads the drops and exports the history by the lines of the README, and reads all files. @returns their content. */
export async function visitFiles(tour: Tour): Promise<Map<string, string>> {
  const run = (user: string) => tour.shell.run(readmeLines().get(user)!);
  expect(await run('a notebook')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^drops\.parquet: \d+ rows/),
  });
  expect(await run('an analyst')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^drops\.parquet +\d+ rows +\d+ kB$/m),
  });
  expect(await run('a generated client')).toMatchObject({ code: 0 });
  const texts = new Map<string, string>();
  const rowsOf = async (name: string): Promise<number> => {
    if (name.endsWith('.csv')) return csvRows(name);
    const { rows, text } = await readParquetText(join(tour.directory, name));
    texts.set(name, text);
    return rows;
  };
  /** Rows below the header. */
  const csvRows = (name: string): number => {
    const text = readFileSync(join(tour.directory, name), 'utf8');
    texts.set(name, text);
    return text.trimEnd().split('\r\n').length - 1;
  };
  const [drops] = await tour.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM drops WHERE archived_at IS NULL',
  );
  expect(await rowsOf('drops.parquet')).toBe(drops?.count);
  const manifest = readFileSync(join(tour.directory, 'dump/manifest.json'), 'utf8');
  const { files } = JSON.parse(manifest) as Manifest;
  expect(readdirSync(join(tour.directory, 'dump')).sort()).toEqual(
    [...files.map(({ name }) => name), 'manifest.json'].sort(),
  );
  for (const { name, rows } of files) expect([name, await rowsOf(`dump/${name}`)]).toEqual([name, rows]);
  texts.set('manifest.json', manifest);
  const document = readFileSync(join(tour.directory, 'droptrack.d.ts'), 'utf8');
  expect(JSON.parse(document)).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  return texts.set('openapi.json', document);
}

/** Receives webhooks: a sample by the line of the README, live ones by the command, and those of an endpoint. */
export async function visitWebhooks(tour: Tour): Promise<void> {
  const { received, url } = tour.receiver;
  const triggered = await tour.shell.run(readmeLines().get('a receiver of webhooks')!);
  expect(triggered).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^drop\.updated evt_[\w-]+ → .*: 204 in \d+ ms$/m),
  });
  const [sample] = received;
  expect(
    verifyWebhook(sample!.body, sample!.headers, secretIn(tour, `${triggered.stdout}${triggered.stderr}`)).type,
  ).toBe('drop.updated');

  const idempotencyKey = `tour-${randomUUID()}`;
  tour.secrets.add('idempotency key', idempotencyKey);
  const create = (key: string, more: object = {}) =>
    tour.ask('/v1/webhooks', {
      key,
      json: { url, events: ['drop.*'], ...more },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const [first, again] = [await create(tour.keys.pro), await create(tour.keys.pro)];
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  const endpointSecret = secretIn(tour, first.text);
  expect((await create(tour.keys.pro, { description: 'another' })).text).toContain('idempotency_key_reused');
  expect((await create(tour.keys.free)).status).toBe(403);
  expect((await create(tour.keys.pro, { url: idempotencyKey })).status).toBe(422);

  const listening = tour.shell.start(`DROPTRACK_API_KEY=$KEY ${listenLine()}`);
  await untilSaid(listening, /^Listening and forwarding to /m);
  const listenSecret = secretIn(tour, listening.words.stderr);
  const before = received.length;
  await tour.change();
  await untilSaid(listening, /^\S+ drop\.updated linea evt_[\w-]+ → 204 in \d+ ms$/m);
  const isSigned = (secret: string) =>
    received.slice(before).some(({ body, headers }) => {
      try {
        return verifyWebhook(body, headers, secret).type === 'drop.updated';
      } catch {
        return false;
      }
    });
  await until(() => isSigned(endpointSecret));
  expect(isSigned(listenSecret)).toBe(true);
  expect((await listening.stop()).code).toBe(0);
}

/** Secret in an output, from then on one that nothing else may contain. */
function secretIn(tour: Tour, text: string): string {
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  tour.secrets.add('webhook secret', secret);
  return secret;
}
