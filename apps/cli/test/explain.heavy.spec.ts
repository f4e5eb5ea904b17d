import type { Drop, DropExplanation } from '@droptrack/contracts';
import { Droptrack } from '@droptrack/sdk';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator, printedCalls } from './service';

/** Consistency of the whole demo: the real catalogue and the sample. */
describe('the figures of the demo', () => {
  let home = '';
  let operator: Operator;
  let client: Droptrack;
  let drops: readonly Drop[];
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack-explain-'));
    chmodSync(home, 0o755);
    operator = new Operator(home);
    const [call] = printedCalls((await operator.up()).said);
    const keys = JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as Record<string, string>;
    client = new Droptrack({ apiKey: keys['scale'] ?? '', baseUrl: new URL(call?.url ?? '').origin });
    drops = await client.drops.list({ limit: 100 }).toArray({ limit: 1_000 });
  });
  afterAll(async () => {
    operator.running().process.kill('SIGINT');
    await operator.running().ended;
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  it('are equal to those of their explanations, for every drop', async () => {
    expect(drops.length).toBeGreaterThanOrEqual(198);
    const explained = await Promise.all(drops.map(({ id }) => client.drops.explain(id)));
    expect(explained.map(figuresOf)).toEqual(drops.map(shownFigures));
    expect(explained.filter(({ sample }) => !sample)).toHaveLength(201);
  });
});

const figuresOf = ({ drop, ev_usd: ev, rating, cost_usd: cost }: DropExplanation) => ({
  id: drop,
  ev_usd: { p50: ev.p50, p10: ev.p10, p90: ev.p90, basis: ev.basis },
  rating: { reward: rating.reward.score, legit: rating.legit.score, difficulty: rating.difficulty.score },
  cost_usd: cost.usd,
});
const shownFigures = ({ id, ev_usd, rating, cost_usd }: Drop) => ({ id, ev_usd, rating, cost_usd });
