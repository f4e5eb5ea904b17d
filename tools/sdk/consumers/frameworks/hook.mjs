// Mounts a component with the hook until it has drops, changes the status, and unmounts it, which ends the stream, so that the
// program ends.
import assert from 'node:assert/strict';
import { Droptrack } from '@droptrack/sdk';
import { act, createElement } from 'react';
import { create } from 'react-test-renderer';
import { useDrops } from './react/use-drops.js';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const client = new Droptrack();

let showDrops;
const nextDrops = () => new Promise((resolve) => (showDrops = resolve));
function List({ status }) {
  const { drops, error } = useDrops(client, status);
  if (error !== null) throw error;
  // Also while the list of another status arrives.
  assert.ok(drops?.every((drop) => drop.status === status) ?? true);
  if (drops !== null) showDrops(drops);
  return drops?.map(({ name }) => name).join(', ') ?? 'none yet';
}
let shown = nextDrops();
let mounted;
await act(async () => void (mounted = create(createElement(List, { status: 'live' }))));
const drops = await shown;
shown = nextDrops();
await act(async () => mounted.update(createElement(List, { status: 'tge' })));
await shown;
await act(async () => mounted.unmount());
assert.ok(
  drops.length > 0 && drops.every((drop, n) => n === 0 || (drops[n - 1].hype_score ?? -1) >= (drop.hype_score ?? -1)),
);
console.log(`${drops.length} drops`);
