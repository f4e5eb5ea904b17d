// An ESM program in Node. It imports single names, which fails if the entry is CommonJS with an ESM extension.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Droptrack, NotFoundError, verifySeries } from '@droptrack/sdk';
import * as sdk from '@droptrack/sdk';
import { tour } from '../tour/tour.mjs';

const {
  DROPTRACK_BASE_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
} = process.env;

assert.match(import.meta.resolve('@droptrack/sdk'), /index\.mjs$/);
assert.ok([Droptrack, NotFoundError, verifySeries].every((part) => typeof part === 'function'));
assert.ok(!('default' in sdk));
assert.equal((await new Droptrack().drops.get(drop)).id, drop);
assert.ok(!inspect(new Droptrack({ baseUrl, apiKey }), { depth: null, showHidden: true }).includes(apiKey));
console.log(await tour(sdk, { baseUrl, apiKey, drop, wallet }));
