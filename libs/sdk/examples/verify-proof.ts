// Verifies allocations without a key and without the network: answers of checks, one JSON a line, from a file.
// npx tsx verify-proof.ts answers.ndjson 0x… (the root that the project has published, on chain best of all)
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { type EligibilityResult, verifyProof } from '@droptrack/sdk';

const [file = 'answers.ndjson', root = ''] = argv.slice(2);

for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { wallet, allocation, proof } = JSON.parse(line) as EligibilityResult;
  if (allocation === null || proof === null) {
    console.log(`${wallet}: nothing to prove`);
    continue;
  }
  // A proof leads to some root. Only that it is the project's own makes it worth something.
  const isProven =
    proof.root === root &&
    verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown });
  console.log(`${wallet}: ${allocation.amount} ${isProven ? 'proven' : 'NOT PROVEN'}`);
}
