// Verifies allocations offline and without an API key. Input: a file with responses of checks, one JSON per line.
// npx tsx verify-proof.mts answers.ndjson 0x… (the root that the project published, preferably read on chain)
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { type EligibilityResult, verifyProof } from '@droptrack/sdk';

const [file = 'answers.ndjson', root = ''] = argv.slice(2);

for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { wallet, allocation, proof } = JSON.parse(line) as EligibilityResult;
  if (allocation === null || proof === null) {
    console.log(`${wallet}: no proof`);
    continue;
  }
  // A proof is only meaningful for the root that the project published.
  const isProven =
    proof.root === root &&
    verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown });
  console.log(`${wallet}: ${allocation.amount} ${isProven ? 'proven' : 'NOT PROVEN'}`);
}
