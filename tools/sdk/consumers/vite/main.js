// A page. Whoever opens it gives the address and the key: they are not in the bundle.
import * as sdk from '@droptrack/sdk';
import { tour } from '../tour/tour.mjs';

/** A key in a page is refused, before anything is sent, unless whoever made it says that this is no loss. */
function refusal({ baseUrl, apiKey }) {
  try {
    new sdk.Droptrack({ baseUrl, apiKey });
  } catch (error) {
    return error instanceof sdk.UsageError && !error.message.includes(apiKey);
  }
  return false;
}

window.consume = async (given) => {
  if (!refusal(given)) throw new Error('not so: a key in a browser is refused');
  return tour(sdk, { ...given, options: { dangerouslyAllowBrowser: true } });
};
