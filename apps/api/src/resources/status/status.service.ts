import { Injectable } from '@nestjs/common';
import openApi from '../../../openapi.json';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { objectBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { presentStatus } from './status.presenter';
import { WorkerReports } from './worker-reports';

/** Serves the freshness of the data from memory, with the last reports of the workers. */
@Injectable()
export class StatusService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly reports: WorkerReports,
  ) {}

  /** @throws {UnavailableError} while the view cannot be served; without a database, only the reports are missing. */
  async get(viewer: Viewer): Promise<DataResponse> {
    const live = await this.reports.read();
    const { view, asOfMs, isDelayed } = this.catalogue.requireView(viewer);
    const reports = isDelayed ? this.reports.readUpTo(asOfMs) : live;
    const delaySeconds = this.catalogue.delaySecondsOf(viewer);
    const data = { asOfMs, delaySeconds, sequence: view.seq };
    return new DataResponse(objectBody(presentStatus(data, reports, openApi.info.version)), asOfMs);
  }
}
