// A page. The test passes the address and the key, which are not in the bundle.
import * as sdk from '@droptrack/sdk';
import { tour } from '../tour/tour.mjs';

/** True if the client rejects a key in a browser without `dangerouslyAllowBrowser`, and the error does not contain it. */
function rejectsKey({ baseUrl, apiKey }) {
  try {
    new sdk.Droptrack({ baseUrl, apiKey });
  } catch (error) {
    return error instanceof sdk.UsageError && !error.message.includes(apiKey);
  }
  return false;
}

window.consume = async (given) => {
  if (!rejectsKey(given)) throw new Error('expected that a key in a browser is rejected');
  return tour(sdk, { ...given, options: { dangerouslyAllowBrowser: true } });
};
