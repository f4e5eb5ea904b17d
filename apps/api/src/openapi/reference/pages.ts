import { type Content, type Html, html } from '../../platform/pages/html';
import type { PageContent } from '../../platform/pages/page';
import { API_DESCRIPTION, linkOf, type Section, SECTIONS } from './described-api';
import { renderMarkdown } from './markdown';
import { renderOperation, renderVerb } from './operation-view';

/** The overview: every operation with a link, and the rules that all of them share. */
export const overviewPage = (): PageContent => ({
  title: 'API reference',
  navigation: renderNavigation(null),
  content: html`<div class="prose">${SECTIONS.map(renderSummary)}${renderMarkdown(API_DESCRIPTION, linkOf)}</div>`,
});

/** Page of the operations of one section. @param apiUrl - base URL of the API in examples. */
export const sectionPage = (section: Section, apiUrl: string): PageContent => ({
  title: section.name,
  navigation: renderNavigation(section),
  content: [
    html`<p class="prose">${section.description}</p>`,
    renderList(section, ''),
    section.operations.map((each) => renderOperation(each, apiUrl)),
  ],
});

const renderSummary = (section: Section): Html =>
  html` <h2><a href="${section.path}">${section.name}</a></h2>
    <p>${section.description}</p>
    ${renderList(section, section.path)}`;

const renderList = ({ operations }: Section, path: string): Content =>
  html`<ul class="list">
    ${operations.map(
      (each) =>
        html`<li>
          <a href="${path}#${each.operationId}"
            >${renderVerb(each)}<span>${each.summary}</span><code>${each.path}</code></a
          >
        </li>`,
    )}
  </ul>`;

/** All sections; that of the page with its operations. */
const renderNavigation = (current: Section | null): Html =>
  html`<ul>
    <li><a href="/docs" ${current === null ? html` aria-current="page"` : null}>Overview</a></li>
    ${SECTIONS.map((section) =>
      section !== current
        ? html`<li><a href="${section.path}">${section.name}</a></li>`
        : html`<li>
            <a href="${section.path}" aria-current="page">${section.name}</a>
            <ul>
              ${section.operations.map(
                ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
              )}
            </ul>
          </li>`,
    )}
  </ul>`;
