// eslint-disable-next-line @nx/enforce-module-boundaries -- The test chain is not part of the public interface of the connectors.
export { type Anvil, anvilMissing, rpc, startAnvil } from '../../connectors/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- As above.
export { compileContract } from '../../connectors/test/compile';
