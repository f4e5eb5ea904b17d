import { sdkCalls } from './sdk-calls';
import { typescriptSample } from './typescript-sample';

/** HTML of the API reference. Its addresses have no host, so that it works behind proxies. */
export const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>Droptrack API reference</title><link rel="stylesheet" href="/docs/swagger-ui.css">' +
  '<link rel="stylesheet" href="/docs/reference.css"><link rel="icon" href="/docs/favicon-32x32.png"></head>' +
  '<body><div id="reference"></div>' +
  '<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>\n';

/**
 * Style sheet beside that of Swagger UI. No operation has links, whose column takes a quarter of a narrow screen. On narrow
 * screens cells are stacked, and what is still wider than the screen scrolls by itself.
 */
export const STYLES = `body { margin: 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui .request-snippets .curl { max-width: 100% }
.swagger-ui .markdown table { display: block; max-width: 100%; overflow-x: auto }
@media (max-width: 640px) {
  .swagger-ui .wrapper { box-sizing: border-box; padding: 0 16px }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: 8px; padding: 8px 10px }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100% }
  .swagger-ui .opblock-description-wrapper, .swagger-ui .responses-inner { padding: 10px }
  .swagger-ui .table-container, .swagger-ui .opblock-section-request-body .opblock-description-wrapper { padding: 10px }
  .swagger-ui .parameters :is(tbody, tr, td), .swagger-ui .responses-table :is(tbody, tr, td) {
    box-sizing: border-box; display: block; max-width: 100%; width: 100%
  }
  .swagger-ui table.parameters, .swagger-ui table.responses-table { display: block; max-width: 100% }
  .swagger-ui :is(table.parameters, table.responses-table) > thead { display: none }
  .swagger-ui .parameters tbody tr td:first-of-type, .swagger-ui .response-col_status { padding: 10px 0 0 }
  .swagger-ui .responses-table .response-col_description { padding: 4px 0 10px }
  .swagger-ui :is(.parameters, .responses-table) :is(input, select, textarea) { box-sizing: border-box; max-width: 100%; min-width: 0; width: 100% }
  .swagger-ui :is(.markdown, .renderedMarkdown, .model-box, .model, .opblock-summary-description) { overflow-wrap: anywhere }
  .swagger-ui .responses-table .model-box { display: block; overflow-x: auto }
  .swagger-ui .dialog-ux .modal-ux { max-width: 100vw; min-width: 0; width: 100% }
  .swagger-ui .auth-container input { box-sizing: border-box; min-width: 0; width: 100% }
}
`;

/** Script of the page: starts Swagger UI and adds samples in TypeScript. The build names functions by calls of `__name`. */
export const startScript = (): string => `const calls = ${JSON.stringify(sdkCalls())};
const __name = (value) => value;
const typescriptSample = ${String(typescriptSample)};
window.onload = () => SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      typescript: { title: 'TypeScript', syntax: 'javascript' },
    },
    languages: ['curl_bash', 'typescript'],
  },
  plugins: [{
    fn: { requestSnippetGenerator_typescript: (request) => typescriptSample(request.toJS(), calls) },
  }],
});
`;
