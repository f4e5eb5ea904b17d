import { encodeDeployData, encodeFunctionData, getAddress, numberToHex } from 'viem';
import { type Anvil, rpc, startAnvil } from '../../../tools/test/anvil';
import { compileContract, type CompiledContract, TOKEN_FILE } from '../../../tools/test/compile';

/** Transaction of an account with the token. */
export interface TokenCall {
  /** Index of the account. */
  readonly from: number;
  readonly call: 'mint' | 'transfer' | 'deposit';
  /** Index of the receiver of `mint` and `transfer`. */
  readonly to?: number;
}

export interface TokenChainOptions {
  readonly genesisSeconds: number;
  readonly accounts: number;
}

interface WireBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
}

const GAS = numberToHex(300_000);

/** Real chain with `tools/test/contracts/Token.sol` from block 1 on, on which every account has tokens. */
export class TokenChain {
  private constructor(
    private readonly anvil: Anvil,
    private readonly accounts: readonly string[],
    /** The token's address. */
    readonly token: string,
    private readonly compiled: CompiledContract,
  ) {}

  static async start(options: TokenChainOptions): Promise<TokenChain> {
    const compiled = compileContract(TOKEN_FILE);
    const anvil = await startAnvil(options);
    try {
      const accounts = await rpc<string[]>(anvil.url, 'eth_accounts');
      const data = encodeDeployData({ abi: compiled.abi, bytecode: compiled.bytecode });
      const creation = { from: accounts[0], data, gas: numberToHex(3_000_000) };
      const hash = await rpc<string>(anvil.url, 'eth_sendTransaction', creation);
      await rpc(anvil.url, 'evm_mine');
      const receipt = await rpc<{ contractAddress: string }>(anvil.url, 'eth_getTransactionReceipt', hash);
      const chain = new TokenChain(anvil, accounts, getAddress(receipt.contractAddress), compiled);
      await chain.mine({ calls: accounts.map((_, to) => ({ from: to, call: 'mint', to })) });
      return chain;
    } catch (error) {
      await anvil.close();
      throw error;
    }
  }

  get url(): string {
    return this.anvil.url;
  }

  /** Makes a block of these calls, none of which may fail. */
  async mine({ calls, atSeconds }: { calls: readonly TokenCall[]; atSeconds?: number }): Promise<void> {
    const hashes: string[] = [];
    for (const call of calls) hashes.push(await this.ask<string>('eth_sendTransaction', this.transaction(call)));
    if (atSeconds !== undefined) await this.ask('evm_setNextBlockTimestamp', atSeconds);
    await this.ask('evm_mine');
    const receipts = hashes.map((hash) => this.ask<{ status: string } | null>('eth_getTransactionReceipt', hash));
    for (const receipt of await Promise.all(receipts)) {
      if (receipt?.status !== '0x1') throw new Error('a call to the token did not go through');
    }
  }

  /** Makes empty blocks. */
  async mineEmpty(blocks: number, secondsBetween: number): Promise<void> {
    await this.ask('anvil_mine', numberToHex(blocks), numberToHex(secondsBetween));
  }

  /** Replaces the last blocks by others; the calls go into the first of those. */
  async reorganise(depth: number, calls: readonly TokenCall[]): Promise<void> {
    await this.ask(
      'anvil_reorg',
      depth,
      calls.map((call) => [this.transaction(call), 0]),
    );
  }

  async latest(): Promise<{ number: number; atMs: number; hash: string }> {
    const { number, timestamp, hash } = await this.ask<WireBlock>('eth_getBlockByNumber', 'latest', false);
    return { number: Number(number), atMs: Number(timestamp) * 1_000, hash };
  }

  ask<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    return rpc<Result>(this.url, method, ...params);
  }

  close(): Promise<void> {
    return this.anvil.close();
  }

  private transaction({ from, call, to = 0 }: TokenCall) {
    const receiver = this.accounts[to];
    const args = { mint: [receiver, 1_000n], transfer: [receiver, 1n], deposit: [1n] }[call];
    const data = encodeFunctionData({ abi: this.compiled.abi, functionName: call, args });
    return { from: this.accounts[from], to: this.token, data, gas: GAS };
  }
}
