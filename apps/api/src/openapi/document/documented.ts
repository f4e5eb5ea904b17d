import { calendarDocs } from '../../resources/calendar/calendar.openapi';
import { dropsDocs } from '../../resources/drops/drops.openapi';
import { eligibilityDocs } from '../../resources/eligibility/eligibility.openapi';
import { explainDocs } from '../../resources/explain/explain.openapi';
import { healthDocs } from '../../platform/health/health.openapi';
import { hypeDocs } from '../../resources/hype/hype.openapi';
import { meDocs } from '../../resources/me/me.openapi';
import { problemsDocs } from '../../resources/problems/problems.openapi';
import { snapshotsDocs } from '../../resources/snapshots/snapshots.openapi';
import { eventsDocs } from '../../resources/events/events.openapi';
import { deliveriesDocs } from '../../resources/webhooks/deliveries.openapi';
import { recoveriesDocs } from '../../resources/webhooks/recoveries.openapi';
import { webhooksDocs } from '../../resources/webhooks/webhooks.openapi';
import { referenceDocs } from '../reference.openapi';
import type { ControllerDocs } from './route-docs';

/** Documentation of all controllers, in the order of the API reference. */
export const DOCUMENTED: readonly ControllerDocs[] = [
  dropsDocs,
  hypeDocs,
  explainDocs,
  calendarDocs,
  eligibilityDocs,
  snapshotsDocs,
  webhooksDocs,
  deliveriesDocs,
  recoveriesDocs,
  eventsDocs,
  meDocs,
  healthDocs,
  referenceDocs,
  problemsDocs,
];
