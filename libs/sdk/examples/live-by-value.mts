// Lists live drops by expected value: the median for an eligible wallet, with its range from p10 to p90.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx live-by-value.mts [limit]
import { argv } from 'node:process';
import { Droptrack } from '@droptrack/sdk';

const client = new Droptrack();
const limit = Number(argv[2] ?? 10);

const usd = (value: number | null): string => (value === null ? '?' : `$${value.toFixed(2)}`);

for (const { name, hype_score, ev_usd, cost_usd } of await client.drops
  .list({ status: 'live', sort: 'ev' })
  .toArray({ limit })) {
  const range = `${usd(ev_usd.p10)} to ${usd(ev_usd.p90)}`;
  console.log(`${name}: ${usd(ev_usd.p50)} (${range}), costs ${usd(cost_usd)}, hype ${hype_score ?? '?'}`);
}
