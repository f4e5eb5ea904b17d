/** Response headers that scripts in browsers can read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Data-As-Of',
  'X-Data-Sequence',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
].join(', ');

/** Options of the plugin for requests of scripts from other origins. */
export const corsOptions = (origins: readonly string[]) => ({
  origin: [...origins],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-None-Match',
    'Last-Event-ID',
    'X-Data-View',
    'X-Request-Id',
    'Traceparent',
    'Tracestate',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
  ],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
  strictPreflight: false,
});
