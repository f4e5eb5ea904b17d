const input = './generated/openapi.json';
const strict = { param: true, query: true, header: true, body: true, response: true };

export default {
  client: { input, output: { client: 'fetch', target: './generated/orval/client.ts' } },
  zod: {
    input,
    output: {
      client: 'zod',
      target: './generated/orval/zod.ts',
      // A response with more than the document says is then rejected, as are wrong problems.
      override: {
        zod: {
          strict,
          generate: { param: true, query: true, header: false, body: true, response: true },
          generateEachHttpStatus: true,
        },
      },
    },
  },
};
