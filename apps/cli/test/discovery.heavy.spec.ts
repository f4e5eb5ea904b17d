import type { EligibilityResult } from '@droptrack/contracts';
import { verifyProof } from '@droptrack/sdk';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeServer, type FakeServer } from '@droptrack/sources/testing';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the finders.
import {
  claimFromCampaign,
  createCampaign,
  deploySablier,
  hasClaimed,
  type Sablier,
  type SablierClaim,
  sablierFactoriesYaml,
} from '../../../libs/finders/test/sablier';
// eslint-disable-next-line @nx/enforce-module-boundaries -- As above.
import { deployToken, transfer } from '../../../libs/finders/test/uniswap';
import { ListsService } from './lists-service';
import { until } from './service';
import { startWorkerProgram, type WorkerProgram } from './worker-program';

const missing = anvilMissing();
if (missing !== null) console.warn(`Discovery on a chain is not tested: ${missing}`);

const CHAIN_ID = 31_337;
/** Longer than the cache time of "not yet claimed". */
const LATER_MS = 61_000;
const CONFIRMATIONS = 12;
const SOURCES = 'farcaster,defillama,evm,reddit,rss,coingecko,github,polymarket,snapshot';
const OTHER_FINDERS = 'polymarket,defillama,merkl,snapshot,discourse,rotki-index';

interface Recipient {
  readonly address: string;
  /** Base units. */
  readonly amount: bigint;
}

/** File of a campaign, as it is published in IPFS, with its tree. */
interface CampaignFile {
  readonly cid: string;
  readonly root: string;
  readonly total: bigint;
  readonly recipients: readonly Recipient[];
  readonly text: string;
}

interface ListedCandidate {
  readonly id: number;
  readonly state: string;
  readonly name: string;
  readonly flags: readonly string[];
  readonly list: { readonly state: string; readonly reason: string | null } | null;
}

/** Wallets without a known owner, with amounts from 1 to beyond the precision of a double. */
function campaignFile(name: string, recipients: number): CampaignFile {
  const rows = Array.from({ length: recipients }, (_, index) => ({
    address: `0x${createHash('sha256').update(`${name} ${index}`).digest('hex').slice(0, 40)}`,
    amount: BigInt(index) * 1_000_000_000_000_000_001n + 1n,
  }));
  const leaves = rows.map(({ address, amount }, index) => [index, address, amount]);
  const tree = StandardMerkleTree.of(leaves, ['uint', 'address', 'uint256']);
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const text = JSON.stringify({
    root: tree.root,
    total_amount: String(total),
    number_of_recipients: recipients,
    merkle_tree: JSON.stringify(tree.dump(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
    recipients: rows.map(({ address, amount }) => ({ address, amount: String(amount) })),
  });
  return { cid: cidOf(name), root: tree.root, total, recipients: rows, text };
}

/** A valid content id of version 0: 46 characters of base58. */
function cidOf(name: string): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const bytes = [...createHash('sha512').update(name).digest()].slice(0, 43);
  return `QmP${bytes.map((byte) => digits[byte % 58]).join('')}`;
}

/** From the creation of a campaign on a chain to a claim by the proof that the API serves. */
(missing === null ? describe : describe.skip)('a campaign on a chain', () => {
  let [service, anvil, gateway, worker]: [ListsService, Anvil, FakeServer, WorkerProgram] = [
    null!,
    null!,
    null!,
    null!,
  ];
  let sablier: Sablier;
  let token: string;
  const files = new Map<string, string>();

  beforeAll(async () => {
    anvil = await startAnvil();
    const chain = { EVM_RPC_URLS: `local=${anvil.url}` };
    service = await ListsService.create('discovery', { env: chain });
    gateway = await startFakeServer(({ url }) => {
      const body = files.get(url.pathname.replace('/ipfs/', ''));
      return body === undefined ? { status: 404, body: '' } : { body };
    });
    sablier = await deploySablier(anvil);
    token = await deployToken(anvil, 'Paws', 'PAWS', 10n ** 30n);
    const factories = join(service.home, 'factories.yaml');
    writeFileSync(factories, sablierFactoriesYaml(CHAIN_ID, sablier));
    await service.start(chain);
    worker = await startWorkerProgram({
      DATABASE_URL: service.databaseUrl,
      ...chain,
      SOURCES_OFF: SOURCES,
      FINDERS_OFF: OTHER_FINDERS,
      DISCOVERY_FACTORIES: factories,
      IPFS_GATEWAYS: gateway.url,
    });
  });
  afterAll(async () => {
    await worker?.stop();
    await service?.stop();
    await gateway?.close();
    await anvil?.close();
  });

  /**
   * Creates a funded campaign.
   *
   * @param served - content that the gateway serves for it; the right one by default.
   */
  async function create(file: CampaignFile, name: string, served = file.text, asset = token) {
    files.set(file.cid, served);
    const campaign = await createCampaign(anvil, sablier, {
      ...{ token: asset, name, root: file.root, ipfsCid: file.cid },
      ...{ expiration: 0, totalAmount: file.total, recipients: file.recipients.length },
    });
    await transfer(anvil, asset, campaign.address, file.total);
    return campaign;
  }

  /** Advances the clocks of the database and of both programs. */
  async function passTime(ms: number): Promise<void> {
    await Promise.all([service.passTime(ms), worker.passTime(ms)]);
  }

  const candidates = async (): Promise<readonly ListedCandidate[]> => {
    const states = ['new', 'watched', 'accepted', 'rejected'];
    const { data } = await service.droptrack<{ data: ListedCandidate[] }>('discover', 'list', '--state', ...states);
    return data;
  };

  /** Candidate with a name, once the check of its list has ended. */
  async function checked(name: string): Promise<ListedCandidate> {
    let found: ListedCandidate | undefined;
    await until(async () => {
      found = (await candidates()).find((candidate) => candidate.name === name);
      if (found === undefined) await passTime(LATER_MS);
      return found !== undefined && found.list?.state !== 'pending';
    });
    return found!;
  }

  it('is found, verified, accepted, checked, and claimed by the served proof', async () => {
    const file = campaignFile('paws', 60);
    const { address } = await create(file, 'Paws season 1');
    const candidate = await checked('Paws season 1');
    expect(candidate).toMatchObject({ state: 'new', list: { state: 'verified' } });
    // Nothing of a candidate is published.
    await expect(service.check('paws-1', file.recipients[0]!.address)).rejects.toThrow('drop_not_found');

    const accept = ['discover', 'accept', String(candidate.id), '--id', 'paws-1', '--origin', 'discovered', '--yes'];
    await service.droptrack(...accept);
    const [leaf, other] = [file.recipients[41]!, file.recipients[7]!];
    await until(async () => {
      const { status } = await service.check('paws-1', other.address).catch(() => ({ status: 'unknown' }));
      if (status !== 'eligible') await passTime(10_000);
      return status === 'eligible';
    });
    const before = await service.check('paws-1', leaf.address);
    expect(before).toMatchObject({
      status: 'eligible',
      allocation: { amount: String(leaf.amount) },
      claim: { claimed: false, contract: `eip155:${CHAIN_ID}:${address}` },
      proof: { format: 'openzeppelin', root: file.root, index: 41 },
    });

    const right = claimOf(before);
    const altered: SablierClaim[] = [
      { ...right, amount: right.amount + 1n },
      { ...right, account: other.address },
      { ...right, index: 42 },
      { ...right, proof: right.proof.slice(1) },
    ];
    for (const each of altered) expect(await claimFromCampaign(anvil, address, each)).toBe(false);
    expect(await claimFromCampaign(anvil, address, right)).toBe(true);
    expect(await hasClaimed(anvil, address, 41)).toBe(true);

    await passTime(LATER_MS);
    expect((await service.check('paws-1', leaf.address)).claim).toMatchObject({ status: 'claimed', claimed: true });
    expect((await service.check('paws-1', other.address)).claim.claimed).toBe(false);
  });

  it('stays without a list if the gateway serves another one', async () => {
    const [file, another] = [campaignFile('cats', 60), campaignFile('dogs', 60)];
    await create(file, 'Cats season 1', another.text);
    const candidate = await checked('Cats season 1');
    expect(candidate.list).toMatchObject({ state: 'rejected', reason: expect.stringContaining('root') });
    await service.droptrack('discover', 'accept', '--auto', '--yes');
    expect((await candidates()).find(({ id }) => id === candidate.id)).toMatchObject({ state: 'new' });
  });

  it('is accepted by the automatic rule once it has enough recipients, funds and confirmations', async () => {
    const [few, enough] = [campaignFile('owls', 49), campaignFile('bees', 50)];
    await create(few, 'Owls season 1');
    // A token of its own: a campaign in the token of an accepted drop waits for a person.
    const ownToken = await deployToken(anvil, 'Bees', 'BEES', 10n ** 30n);
    await create(enough, 'Bees season 1', enough.text, ownToken);
    await checked('Owls season 1');
    await checked('Bees season 1');
    const stateOf = async (name: string) => (await candidates()).find((each) => each.name === name)?.state;
    await rpc(anvil.url, 'anvil_mine', '0x1');
    await service.droptrack('discover', 'accept', '--auto', '--yes');
    expect(await stateOf('Bees season 1')).toBe('new');
    await rpc(anvil.url, 'anvil_mine', `0x${CONFIRMATIONS.toString(16)}`);
    await service.droptrack('discover', 'accept', '--auto', '--yes');
    expect([await stateOf('Owls season 1'), await stateOf('Bees season 1')]).toEqual(['new', 'accepted']);
  });

  it('is gone after a reorganisation that removes it', async () => {
    const before = await rpc<string>(anvil.url, 'evm_snapshot');
    await create(campaignFile('eels', 60), 'Eels season 1');
    const { id } = await checked('Eels season 1');
    await rpc(anvil.url, 'evm_revert', before);
    await rpc(anvil.url, 'anvil_mine', '0xa');
    await until(async () => {
      await passTime(LATER_MS);
      const { flags } = await service.droptrack<ListedCandidate>('discover', 'show', String(id));
      return flags.includes('gone');
    });
    expect((await candidates()).map(({ name }) => name)).not.toContain('Eels season 1');
  });
});

/** Arguments of a claim, taken from the response alone. */
function claimOf({ wallet, allocation, proof }: EligibilityResult): SablierClaim {
  if (allocation === null || proof === null || proof.index === null) throw new Error('There is nothing to claim by');
  expect(verifyProof({ ...proof, wallet, amount: allocation.amount })).toBe(true);
  return { index: proof.index, account: wallet, amount: BigInt(allocation.amount), proof: proof.proof };
}
