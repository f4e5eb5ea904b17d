import { Notice } from '../parts/marks';
import { hasWalletLike } from '../parts/wallet-like';
import type { Page, PageRequest, PageView } from '../server/page';

/** True for an address that names a wallet, in its path or in any parameter. */
export const namesWallet = ({ params, query }: Pick<PageRequest, 'params' | 'query'>): boolean =>
  Object.values(params).some(hasWalletLike) ||
  [...query].some(([name, value]) => hasWalletLike(name) || (hasWalletLike(value) && !isCursor(name, value)));

/** Positions of the API begin with `[` and a digit in base64url. A wallet in their place is still a wallet. */
const isCursor = (name: string, value: string): boolean => name === 'cursor' && value.startsWith('Wz');

/** The page without wallets: an address that names one is explained, without a call of the API, and stored nowhere. */
export const withoutWallets =
  (page: Page): Page =>
  (request, session) =>
    namesWallet(request) ? Promise.resolve(walletInAddressPage()) : page(request, session);

const walletInAddressPage = (): PageView => ({
  status: 400,
  title: 'Not accepted',
  content: (
    <>
      <h1>Not accepted</h1>
      <Notice tone="warn" title="This address contains what looks like a wallet">
        <p>
          An address stays in the history of your browser and in the logs of proxies, so this site accepts a wallet only
          from a form. <a href="/check">Check a wallet</a>, or go to <a href="/">all drops</a>.
        </p>
      </Notice>
    </>
  ),
});
