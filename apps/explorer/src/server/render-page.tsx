import { ApiSession, type ApiAccess } from '../api/api-session';
import { errorPage } from '../pages/error-page';
import { Document } from './document';
import type { Page, PageRequest, PageView } from '../pages/page';
import { renderDocument } from './render-document';

/** Facts that all pages of the site have in common. */
interface RenderDeps {
  readonly api: ApiAccess;
  /** Receives each error that no page of its own explains. */
  readonly onError: (error: unknown) => void;
}

/** Sent if even the page of an error cannot be rendered. */
const LAST_RESORT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Error · Droptrack</title><h1>Error</h1><p>This page failed. <a href="/">All drops</a></p></html>\n';

/** Loads and renders a page. It never rejects: a page that fails becomes the page of its error. */
export async function renderPage(page: Page, request: PageRequest, deps: RenderDeps): Promise<Document> {
  const session = new ApiSession(deps.api);
  try {
    return documentOf(await page(request, session), request, session);
  } catch (error) {
    return renderError(error, request, session, deps);
  }
}

function renderError(error: unknown, request: PageRequest, session: ApiSession, { onError }: RenderDeps): Document {
  try {
    const view = errorPage(error, request);
    if ((view.status ?? 200) >= 500) onError(error);
    return documentOf(view, request, session);
  } catch (nested) {
    onError(nested);
    return new Document(LAST_RESORT, { status: 500, retryAfterSeconds: null, isShared: false });
  }
}

function documentOf(view: PageView, request: PageRequest, { calls, asOf, shortfall }: ApiSession): Document {
  const { path, apiUrl, siteUrl, assetPath, form } = request;
  const { status = 200, retryAfterSeconds = null, file = null } = view;
  const text = file?.text ?? renderDocument({ view, path, calls, asOf, shortfall, apiUrl, siteUrl, assetPath });
  const isShared = status === 200 && form === null && shortfall === null;
  return new Document(text, { status, retryAfterSeconds, isShared, file });
}
