import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { rpc, startAnvil } from '../test/anvil';
import { createCampaign, deploySablier, sablierFactoriesYaml } from '../../libs/finders/test/sablier';
import { deployToken, transfer } from '../../libs/finders/test/uniswap';

const CHAIN_ID = 31_337;
const NAME = 'Paws season 1';
const CID = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR';
const RECIPIENTS = 60;
const TOKEN = 10n ** 18n;
const BLOCK_MS = 1_000;

/** A chain of its own with a funded campaign of Sablier's published contracts, and a gateway that serves its list. */
interface TestCampaign {
  readonly name: string;
  readonly rpcUrl: string;
  readonly gatewayUrl: string;
  /** Content of `DISCOVERY_FACTORIES`. */
  readonly factoriesYaml: string;
  /** In the order of the list; made-up, without a known owner. */
  readonly wallets: readonly string[];
  close(): Promise<void>;
}

/** Starts the chain and the gateway on free ports of loopback, and creates the campaign. */
export async function startTestCampaign(): Promise<TestCampaign> {
  const node = await startAnvil();
  const sablier = await deploySablier(node);
  const token = await deployToken(node, 'Paws', 'PAWS', 10n ** 9n * TOKEN);
  const list = testList();
  const gateway = createServer(({ url }, response) => {
    response.writeHead(url === `/ipfs/${CID}` ? 200 : 404).end(url === `/ipfs/${CID}` ? list.text : '');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { address } = await createCampaign(node, sablier, {
    ...{ token, name: NAME, root: list.root, ipfsCid: CID, expiration: 0 },
    ...{ totalAmount: list.total, recipients: RECIPIENTS },
  });
  await transfer(node, token, address, list.total);
  const blocks = setInterval(() => void rpc(node.url, 'evm_mine').catch(() => undefined), BLOCK_MS);
  return {
    name: NAME,
    rpcUrl: node.url,
    gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    factoriesYaml: sablierFactoriesYaml(CHAIN_ID, sablier),
    wallets: list.wallets,
    close: async () => {
      clearInterval(blocks);
      gateway.close();
      await node.close();
    },
  };
}

/** List of the campaign as it is published in IPFS. */
function testList() {
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({
    address: `0x${createHash('sha256').update(`recipient ${index}`).digest('hex').slice(0, 40)}`,
    amount: String(BigInt(index + 1) * TOKEN),
  }));
  const leaves = recipients.map(({ address, amount }, index) => [String(index), address, amount]);
  const tree = StandardMerkleTree.of(leaves, ['uint', 'address', 'uint256']);
  const total = recipients.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const text = JSON.stringify({
    root: tree.root,
    total_amount: String(total),
    number_of_recipients: RECIPIENTS,
    merkle_tree: JSON.stringify(tree.dump()),
    recipients,
  });
  return { root: tree.root, total, text, wallets: recipients.map(({ address }) => address) };
}
