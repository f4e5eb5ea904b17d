// Mounts a component with the hook until it has drops, and unmounts it, which ends the stream, so that the program ends.
import assert from 'node:assert/strict';
import { Droptrack } from '@droptrack/sdk';
import { act, createElement } from 'react';
import { create } from 'react-test-renderer';
import { useDrops } from './react/use-drops.js';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { DROPTRACK_BASE_URL: baseUrl, DROPTRACK_API_KEY: apiKey } = process.env;
const client = new Droptrack({ apiKey, baseUrl });

let showDrops;
const shown = new Promise((resolve) => (showDrops = resolve));
function List() {
  const { drops, error } = useDrops(client, 'live');
  if (error !== null) throw error;
  if (drops !== null) showDrops(drops);
  return drops?.map(({ name }) => name).join(', ') ?? 'none yet';
}
let mounted;
await act(async () => void (mounted = create(createElement(List))));
const drops = await shown;
await act(async () => mounted.unmount());
assert.ok(drops.length > 0 && drops.every((drop, n) => n === 0 || drops[n - 1].hype_score >= drop.hype_score));
console.log(`${drops.length} drops`);
