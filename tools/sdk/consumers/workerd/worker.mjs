// A worker: a runtime with fetch and WebCrypto, and without Node. `workerd test` fails if `test` throws.
import * as sdk from '@droptrack/sdk';
import { tour } from 'tour';

const NODE_GLOBALS = ['process', 'Buffer', 'require', 'global'];

export default {
  async test(_controller, { DROPTRACK_BASE_URL, DROPTRACK_API_KEY, DROPTRACK_DROP, DROPTRACK_WALLET }) {
    const present = NODE_GLOBALS.filter((name) => name in globalThis);
    if (present.length > 0) throw new Error(`This runtime has ${present.join(', ')}, so it is not one without Node`);
    const result = await tour(sdk, {
      baseUrl: DROPTRACK_BASE_URL,
      apiKey: DROPTRACK_API_KEY,
      drop: DROPTRACK_DROP,
      wallet: DROPTRACK_WALLET,
    });
    console.log(`result: ${result}`);
  },
};
