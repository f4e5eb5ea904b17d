// Watches the hype score of a drop, checks it by the public rules, and tells in words where it comes from when it moves.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_URL=http://localhost:3000 npx tsx watch-score.ts linea [seconds between] [looks]
import { argv, env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Droptrack, DroptrackError, explainScore, verifySeries } from '@droptrack/sdk';

const { DROPTRACK_API_KEY: apiKey = '', DROPTRACK_URL: baseUrl = 'http://localhost:3000' } = env;
const client = new Droptrack({ apiKey, baseUrl });
const [id = 'linea', seconds = '60', looks = 'Infinity'] = argv.slice(2);

let before: number | null = null;
for (let look = 1; look <= Number(looks); look += 1) {
  if (look > 1) await wait(Number(seconds) * 1_000);
  try {
    const series = await client.drops.hype(id, { window: '24h' });
    // The last point, which shows its readings and is checked. `series.score` may be fresher, but shows none.
    const last = explainScore(series);
    if (last === null) console.log('There is no point yet.');
    if (last === null || last.score === before) continue;
    before = last.score;
    const { matches, checked } = verifySeries(series);
    console.log(`${id}: ${last.score}, ${checked} points ${matches ? 'match' : 'do not match'} the rules`);
    console.log(last.text);
  } catch (error) {
    // The retries are used up; the next look may find the service well again.
    if (!(error instanceof DroptrackError) || error.code === 'drop_not_found') throw error;
    console.error(`${error.code}: ${error.message}`);
  }
}
