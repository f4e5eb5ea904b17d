import { secretReason } from '@droptrack/eligibility/secrets';
import { Notice } from '../parts/marks';
import { hasWalletLike } from '../parts/wallet-like';
import type { Page, PageRequest, PageView } from './page';

/** True for an address that names a wallet or a secret, in its path or in any parameter. */
export const namesWallet = ({ params, query }: Pick<PageRequest, 'params' | 'query'>): boolean =>
  Object.values(params).some(isPrivate) ||
  [...query].some(([name, value]) => isPrivate(name) || (isPrivate(value) && !isCursor(name, value)));

const isPrivate = (text: string): boolean => hasWalletLike(text) || secretReason(text) !== null;

const namesPhrase = ({ params, query }: PageRequest): boolean =>
  [...Object.values(params), ...[...query].flat()].some((text) => secretReason(text) === 'recovery_phrase');

/** Positions of the API begin with `[` and a digit in base64url. A wallet in their place is still a wallet. */
const isCursor = (name: string, value: string): boolean => name === 'cursor' && value.startsWith('Wz');

/** The page without wallets: an address that names one is explained, without a call of the API, and stored nowhere. */
export const withoutWallets =
  (page: Page): Page =>
  (request, session) =>
    namesWallet(request) ? Promise.resolve(privateAddressPage(namesPhrase(request))) : page(request, session);

const privateAddressPage = (isPhrase: boolean): PageView => ({
  status: 400,
  title: 'Not accepted',
  content: (
    <>
      <h1>Not accepted</h1>
      {isPhrase ? (
        <Notice tone="warn" title="This address contains a recovery phrase, which gives control of all its wallets">
          <p>
            This site has not stored, logged or passed it on, but an address stays in the history of your browser and in
            the logs of proxies: delete it there, create a wallet with a new phrase, and move everything to it now.
          </p>
        </Notice>
      ) : (
        <Notice tone="warn" title="This address contains what looks like a wallet">
          <p>
            An address stays in the history of your browser and in the logs of proxies, so this site accepts a wallet
            only from a form. If it was a private key, move everything that it controls to a new wallet now.
          </p>
        </Notice>
      )}
      <p>
        <a href="/check">Check a wallet</a>, or go to <a href="/">all drops</a>.
      </p>
    </>
  ),
});
