// A program that bundlers compile. It has no top-level `await`, which scripts and CommonJS do not support.
import * as sdk from '@droptrack/sdk';
import { tour } from '../tour/tour.mjs';

const {
  DROPTRACK_BASE_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
} = globalThis.process.env;

tour(sdk, { baseUrl, apiKey, drop, wallet }).then(console.log, (error) => {
  console.error(error);
  globalThis.process.exitCode = 1;
});
