// Watches the hype score of a drop, verifies it with the public rules, and explains each change in words.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx watch-score.mts linea [interval in seconds] [polls]
import { argv } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Droptrack, DroptrackError, explainScore, verifySeries } from '@droptrack/sdk';

const client = new Droptrack();
const [id = 'linea', seconds = '60', polls = 'Infinity'] = argv.slice(2);

let before: number | null = null;
for (let poll = 1; poll <= Number(polls); poll += 1) {
  if (poll > 1) await wait(Number(seconds) * 1_000);
  try {
    const series = await client.drops.hype(id, { window: '24h' });
    // The last point has readings and is verified. `series.score` can be newer, but has no readings.
    const last = explainScore(series);
    if (last === null) console.log('The series has no score yet.');
    if (last === null || last.score === before) continue;
    before = last.score;
    const { matches, checked } = verifySeries(series);
    console.log(`${id}: ${last.score}, ${checked} points ${matches ? 'match' : 'do not match'} the rules`);
    console.log(last.text);
  } catch (error) {
    // The retries are exhausted. The next poll may succeed.
    if (!(error instanceof DroptrackError) || error.code === 'drop_not_found') throw error;
    console.error(`${error.code}: ${error.message}`);
  }
}
