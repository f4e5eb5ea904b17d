import { calendarDocs } from '../../calendar/calendar.openapi';
import { dropsDocs } from '../../drops/drops.openapi';
import { eligibilityDocs } from '../../eligibility/eligibility.openapi';
import { explainDocs } from '../../explain/explain.openapi';
import { healthDocs } from '../../health/health.openapi';
import { hypeDocs } from '../../hype/hype.openapi';
import { meDocs } from '../../me/me.openapi';
import { problemsDocs } from '../../problems/problems.openapi';
import { snapshotsDocs } from '../../snapshots/snapshots.openapi';
import { eventsDocs } from '../../events/events.openapi';
import { deliveriesDocs } from '../../webhooks/deliveries.openapi';
import { recoveriesDocs } from '../../webhooks/recoveries.openapi';
import { webhooksDocs } from '../../webhooks/webhooks.openapi';
import { referenceDocs } from '../reference.openapi';
import type { ControllerDocs } from './route-docs';

/** The documentation of every controller, in the order the reference shows them. */
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
