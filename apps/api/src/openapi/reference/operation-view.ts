import { type Content, type Html, html } from '../../platform/pages/html';
import type { MediaTypeObject, ParameterObject, ResponseObject } from '../document/openapi-types';
import { type DescribedOperation, linkOf, resolve } from './described-api';
import { curlOf, exampleOf, typescriptOf } from './examples';
import { renderMarkdown } from './markdown';
import { type Field, renderFields, renderSchema, typeOf } from './schema-view';

/** Everything that the document says about an operation. @param apiUrl - base URL of the API in examples. */
export const renderOperation = (operation: DescribedOperation, apiUrl: string): Html =>
  html` <section class="operation" id="${operation.operationId}">
    <h2><a href="#${operation.operationId}">${operation.summary}</a></h2>
    <p class="route">${renderVerb(operation)} <code>${operation.path}</code> ${renderTerms(operation)}</p>
    <div class="prose">${renderMarkdown(operation.description, linkOf)}</div>
    ${renderParameters(operation)} ${renderBody(operation)}
    ${Object.entries(operation.responses).map(([status, response]) => renderSuccess(status, resolve(response)))}
    ${renderErrors(operation)} ${operation.verb === 'EVENT' ? null : renderExamples(operation, apiUrl)}
  </section>`;

/** Method of an operation. */
export const renderVerb = ({ verb }: DescribedOperation): Html =>
  html`<span class="verb verb-${verb.toLowerCase()}">${verb}</span>`;

/** Plan that an operation requires. The document states it as a sentence of the description. */
function renderTerms({ description, security, verb }: DescribedOperation): Content {
  if (verb === 'EVENT') return null;
  if (security !== undefined) return html`<span class="chip">no key</span>`;
  const [, plan] = /^Requires the plan `(\w+)`/m.exec(description) ?? [];
  return plan === undefined
    ? html`<span class="chip">all plans</span>`
    : html`<span class="chip chip-plan">from ${plan}</span>`;
}

function renderParameters({ parameters }: DescribedOperation): Content {
  const resolved = parameters.map((each) => resolve<ParameterObject>(each));
  const own = resolved.filter((each) => each.in !== 'header').map(fieldOf);
  const headers = resolved.filter((each) => each.in === 'header').map(fieldOf);
  return [
    own.length === 0
      ? null
      : html`<h3>Parameters</h3>
          ${renderFields(own)}`,
    headers.length === 0
      ? null
      : html`<details>
          <summary>Headers: ${headers.map(({ name }) => name).join(', ')}</summary>
          ${renderFields(headers)}
        </details>`,
  ];
}

const fieldOf = ({ name, in: place, required, schema, description }: ParameterObject): Field => ({
  name,
  schema,
  description,
  notes: place === 'header' ? [] : [place === 'path' ? 'in the path' : required === true ? 'required' : 'optional'],
});

function renderBody({ requestBody, verb }: DescribedOperation): Content {
  if (requestBody === undefined) return null;
  return html`<h3>Body</h3>
    ${renderMarkdown(requestBody.description, linkOf)}${Object.values(requestBody.content).map((media) => [
      verb === 'EVENT'
        ? html`<details>
            <summary>${typeOf(media.schema)}</summary>
            ${renderSchema(media.schema)}
          </details>`
        : renderSchema(media.schema),
      renderJson(media),
    ])}`;
}

const renderSuccess = (status: string, { description, content = {} }: ResponseObject): Content =>
  Number(status) >= 400 || status === '304'
    ? null
    : html`<h3>Response ${status}</h3>
        ${renderMarkdown(description, linkOf)}${Object.entries(content).map(([type, media]) => {
          const schema = (media.schema['contentSchema'] ?? media.schema) as MediaTypeObject['schema'];
          return html`<details>
              <summary>${typeOf(schema)} <span class="muted">${type}</span></summary>
              ${renderSchema(schema)}
            </details>
            ${renderJson(media)}`;
        })}`;

const renderJson = ({ examples = {} }: MediaTypeObject): Content =>
  Object.values(examples).map(
    ({ summary, value }) =>
      html`<details>
        <summary>Example: ${summary}</summary>
        ${renderCode(typeof value === 'string' ? value : JSON.stringify(value, null, 2), summary)}
      </details>`,
  );

/** Errors by status. Those that every operation has are described in the overview as well. */
function renderErrors({ responses }: DescribedOperation): Content {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (errors.length === 0) return null;
  return html`<details>
    <summary>Errors: ${errors.map(([status]) => status).join(', ')}</summary>
    <dl class="fields">
      ${errors.map(
        ([status, response]) =>
          html`<div>
            <dt><code>${status}</code></dt>
            <dd>${renderMarkdown(resolve(response).description, linkOf)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function renderExamples(operation: DescribedOperation, apiUrl: string): Content {
  const request = exampleOf(operation);
  const typescript = typescriptOf(operation, request, apiUrl);
  return [
    html`<h3>Example</h3>
      ${renderCode(curlOf(operation, request, apiUrl), 'curl')}`,
    typescript === null
      ? null
      : html`<details>
          <summary>The same in TypeScript</summary>
          ${renderCode(typescript, 'TypeScript')}
        </details>`,
  ];
}

const renderCode = (code: string, label: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
