// A worker: a runtime with fetch and WebCrypto, and without Node. `workerd test` calls `test`, and fails when it throws.
import * as sdk from '@droptrack/sdk';
import { tour } from 'tour';

const NODES = ['process', 'Buffer', 'require', 'global'];

export default {
  async test(_controller, { DROPTRACK_URL, DROPTRACK_API_KEY, DROPTRACK_DROP, DROPTRACK_WALLET }) {
    const present = NODES.filter((name) => name in globalThis);
    if (present.length > 0) throw new Error(`This runtime has ${present.join(', ')}: it proves nothing`);
    const said = await tour(sdk, {
      baseUrl: DROPTRACK_URL,
      apiKey: DROPTRACK_API_KEY,
      drop: DROPTRACK_DROP,
      wallet: DROPTRACK_WALLET,
    });
    console.log(`said: ${said}`);
  },
};
