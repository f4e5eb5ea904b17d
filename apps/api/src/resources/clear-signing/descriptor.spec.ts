import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { claimFunctions, type ClaimTerms, encodeClaim } from '@droptrack/claim-calls';
import { DISTRIBUTOR_STYLE_NAMES, DISTRIBUTOR_STYLES, type DistributorStyle } from '@droptrack/distributors';
import { decodeFunctionData, formatUnits, type Hex, parseAbi } from 'viem';
import { clearSigningDescriptor } from './descriptor';

const CONTRACT = '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const TOKEN = '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const WALLET = `0x${'d8'.repeat(20)}`;
const token = { symbol: fact('LINEA'), decimals: fact(18), address: fact(`eip155:59144/erc20:${TOKEN}`) };
const claim = { rpc: 'linea', contract: `eip155:59144:${CONTRACT}`, source: null };
const of = (distributorStyle: string) =>
  clearSigningDescriptor(dropDefinition({ id: 'linea', token, claim: { ...claim, distributorStyle } }));

/** Signatures as the schema of ERC-7730 v2 accepts them: every parameter has a name. */
const SIGNATURE = /^[A-Za-z_]\w*\((?:[A-Za-z]\w*(?:\[\])* [A-Za-z_]\w*(?:, [A-Za-z]\w*(?:\[\])* [A-Za-z_]\w*)*)?\)$/;

const PREPARED = DISTRIBUTOR_STYLE_NAMES.filter((name) => claimFunctions(DISTRIBUTOR_STYLES[name], false).length > 0);

const TERMS: Omit<ClaimTerms, 'contract'> = {
  ...{ wallet: WALLET, to: `0x${'70'.repeat(20)}`, delegate: `0x${'de'.repeat(20)}`, acceptForgone: false },
  ...{ amount: 1_250n * 10n ** 18n, index: 7n },
  proof: {
    format: 'uniswap',
    root: `0x${'ab'.repeat(32)}`,
    root_published: true,
    index: 7,
    proof: [`0x${'cd'.repeat(32)}`],
  },
};
const contractOf = (style: DistributorStyle) => ({
  ...{ chainId: 59_144, address: CONTRACT.toLowerCase(), style, token: TOKEN.toLowerCase(), codeHash: null },
  window: { opensAtMs: null, closesAtMs: null },
});

describe('the descriptor of claim calls', () => {
  it('is for the contract and the token of the drop', () => {
    const { context, metadata } = of('uniswap')!;
    expect(context.contract.deployments).toEqual([{ chainId: 59_144, address: CONTRACT }]);
    expect(metadata.token).toMatchObject({ ticker: 'LINEA', decimals: 18 });
    expect([of('zora'), of('safe')]).toEqual([null, null]);
  });

  // A wallet that decodes the prepared call by the descriptor must show what the call does.
  it.each(PREPARED)('shows the prepared call of %s', (name) => {
    const style: DistributorStyle = DISTRIBUTOR_STYLES[name];
    const { formats } = of(name)!.display;
    const functions = claimFunctions(style, false);
    expect(Object.keys(formats)).toHaveLength(functions.length);
    for (const called of functions) {
      const data = encodeClaim(called, { ...TERMS, contract: contractOf(style) }) as Hex;
      const [signature, format] = Object.entries(formats).find(
        ([key]) => key.startsWith(called.signature.slice(0, 12)) && key.length >= called.signature.length,
      )!;
      expect(signature).toMatch(SIGNATURE);
      const { args = [] } = decodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), data });
      const names = [...signature.matchAll(/ (\w+)[,)]/g)].map(([, parameter]) => parameter);
      const shown = format.fields
        .filter(({ path }) => path !== '@.value')
        .map(({ path, label, format }) => {
          const value = args[names.indexOf(path.replace('.[]', ''))];
          const single = Array.isArray(value) ? (value as unknown[])[0] : value;
          return [label, format === 'tokenAmount' ? formatUnits(single as bigint, 18) : String(single).toLowerCase()];
        });
      // The call says the total; what it pays is known to the contract.
      expect(format.fields.some(({ label }) => label === 'Up to')).toBe(called.less !== undefined);
      // A tree can have leaves of several tokens, so that only the call knows which one it pays.
      const amount = format.fields.find((field) => field.format === 'tokenAmount');
      const paid = args[names.indexOf((amount?.params?.tokenPath ?? '').replace('.[]', ''))] ?? amount?.params?.token;
      if (amount !== undefined) expect(String(paid).toLowerCase()).toBe(TOKEN.toLowerCase());
      if (called.values.includes('token')) expect(amount?.params?.token).toBeUndefined();
      const expected = { Amount: '1250', 'Up to': '1250', For: WALLET, To: TERMS.to, 'Votes go to': TERMS.delegate };
      for (const [label, value] of shown)
        expect([label, value]).toEqual([label, expected[label as keyof typeof expected]]);
      if (called.values.includes('amount'))
        expect(format.interpolatedIntent).toMatch(called.less === undefined ? /^Claim \{\w/ : /^Claim up to \{\w/);
      expect(format.fields.some(({ path }) => path === '@.value')).toBe(style.feeWei !== undefined);
    }
  });

  // Two releases of a contract share the function, and one of them takes a fee.
  it.each([
    ['sablier-instant', 'sablier-v1'],
    ['sablier-v1', 'sablier-instant'],
  ])('shows the fee of one of two lists with the same function: %s, %s', (distributorStyle, other) => {
    const listClaims = { second: { ...claim, distributorStyle: other } };
    const definition = dropDefinition({ id: 'linea', token, claim: { ...claim, distributorStyle }, listClaims });
    const { formats } = clearSigningDescriptor(definition)!.display;
    for (const { fields } of Object.values(formats)) expect(fields.at(-1)).toMatchObject({ path: '@.value' });
  });
});
