// Checks the wallets of a file, one per line, against a drop, 100 per request. Requires the plan `scale`.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx check-wallets.mts wallets.txt linea
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { BATCH_CHECKS_MAX, Droptrack, isAnswered } from '@droptrack/sdk';

const client = new Droptrack();
const [file = 'wallets.txt', drop = 'linea'] = argv.slice(2);

const wallets = readFileSync(file, 'utf8')
  .split(/\s+/)
  .filter((line) => line !== '');
const counts = new Map<string, number>();

for (let start = 0; start < wallets.length; start += BATCH_CHECKS_MAX) {
  const batch = wallets.slice(start, start + BATCH_CHECKS_MAX);
  const { data } = await client.eligibility.checkBatch(batch.map((wallet) => ({ wallet, drop })));
  data.forEach((entry, index) => {
    // An invalid wallet does not affect the others: its entry has a problem.
    const result = isAnswered(entry) ? entry.status : entry.problem.code;
    const amount = isAnswered(entry) && entry.allocation ? ` ${entry.allocation.amount} base units` : '';
    counts.set(result, (counts.get(result) ?? 0) + 1);
    console.log(`${batch[index]}: ${result}${amount}`);
  });
}
console.log([...counts].map(([result, count]) => `${count} ${result}`).join(', '));
