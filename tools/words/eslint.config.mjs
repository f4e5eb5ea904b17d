import json from '@eslint/json';
import markdown from '@eslint/markdown';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';
import { EXPLAINS, NOT_OURS, OPENINGS, PHRASES } from './discouraged.mjs';

/** Reports discouraged phrases and openings of doc comments: `npm run words` (docs/decisions/0005). */

const pattern = (phrase) => `\\b${phrase.replaceAll(' ', '\\s+')}\\b`;
/** Selectors for `no-restricted-syntax`, one a phrase, so that each report names the better one. */
const phrasesIn = (...selectors) => [
  'error',
  ...Object.entries(PHRASES).flatMap(([phrase, better]) =>
    selectors.map((selector) => ({
      selector: selector.replace('PHRASE', `/${pattern(phrase)}/i`),
      message: `Write "${better}" instead of "${phrase}" (docs/glossary.md).`,
    })),
  ),
];

export default [
  { ignores: [...NOT_OURS, ...EXPLAINS] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.{ts,mts,cts,js,mjs,cjs}'],
    languageOptions: { parser: tseslint.parser, sourceType: 'module' },
    plugins: { jsdoc },
    rules: {
      'no-restricted-syntax': phrasesIn('Literal[value=PHRASE]', 'TemplateElement[value.raw=PHRASE]'),
      'no-warning-comments': ['error', { terms: Object.keys(PHRASES), location: 'anywhere' }],
      'jsdoc/match-description': [
        'error',
        {
          contexts: ['any'],
          mainDescription: {
            match: `^(?!(?:${OPENINGS.join('|')})\\b)`,
            message: 'Open with a noun or a verb that names the thing (docs/glossary.md).',
          },
        },
      ],
    },
  },
  {
    files: ['**/*.md'],
    plugins: { markdown },
    language: 'markdown/gfm',
    rules: {
      'no-restricted-syntax': phrasesIn('text[value=PHRASE]'),
      'markdown/no-missing-link-fragments': 'error',
      'markdown/no-empty-links': 'error',
    },
  },
  {
    files: ['apps/api/openapi.json', 'prisma/catalogue/*.json'],
    plugins: { json },
    language: 'json/json',
    rules: { 'no-restricted-syntax': phrasesIn('String[value=PHRASE]') },
  },
];
