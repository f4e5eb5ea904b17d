import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { claimAs } from './claim';
import { startTestCampaign } from './start';

const USAGE = `Usage:
  npm run campaign -- start [--home .droptrack]
  npm run campaign -- claim --rpc <url> --api <url> --key <key> --drop <id> --wallet <address>`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string', default: '.droptrack' },
      ...Object.fromEntries(['rpc', 'api', 'key', 'drop', 'wallet'].map((name) => [name, { type: 'string' as const }])),
    },
  });
  const [command] = positionals;
  if (command === 'start') return start(String(values.home));
  const { rpc, api, key, drop, wallet } = values as Readonly<Record<string, string | undefined>>;
  if (command !== 'claim' || !rpc || !api || !key || !drop || !wallet) throw new Error(USAGE);
  const { contract, index } = await claimAs({ rpc, api, key, drop, wallet });
  console.log(`The campaign ${contract} accepted the served proof: index ${index} is claimed.`);
}

async function start(home: string): Promise<void> {
  const campaign = await startTestCampaign();
  mkdirSync(home, { recursive: true });
  const factories = join(home, 'factories.yaml');
  writeFileSync(factories, campaign.factoriesYaml);
  console.log(`A chain with the campaign "${campaign.name}" for ${campaign.wallets.length} wallets, one block per second. Add to .env:

EVM_RPC_URLS=local=${campaign.rpcUrl}
IPFS_GATEWAYS=${campaign.gatewayUrl}
DISCOVERY_FACTORIES=${resolve(factories)}

Wallets to check: ${campaign.wallets.slice(0, 2).join(' ')}
Press Ctrl-C to stop.`);
  process.once('SIGINT', () => void campaign.close().then(() => process.exit(0)));
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
