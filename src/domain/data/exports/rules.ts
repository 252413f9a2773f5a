import { badRequest, type ApiError } from '../../../api/errors'
import type { ExportState } from './data-export'

const tooManyExports = badRequest(() => 'Exceeded rate limit.')
export const exportErrors = [tooManyExports]

export const invalidExport = badRequest(() => 'Invalid data export ID')
const exportIsDeleted = badRequest(() => 'Export already deleted')
const exportFailed = badRequest(() => 'Export failed, nothing to delete')
const exportIsPending = badRequest(() => 'Export still in progress')
export const deletionErrors = [invalidExport, exportIsDeleted, exportFailed, exportIsPending]

export const EXPORTS_PER_WEEK = 5

/** An export has no limit of size: it is made in batches, and downloaded in parts. */
export const refusalToExport = (exports_in_week: number): ApiError | undefined =>
  exports_in_week >= EXPORTS_PER_WEEK ? tooManyExports({}) : undefined

export const exportNotConfirmed = badRequest(
  (f: { host: string }) =>
    `This export has all private data of all users. To confirm it, send the host of the organization: confirmation=${f.host}`,
)

/** An export of everything is confirmed by naming whose it is. */
export const refusalToExportAll = (confirmation: string, host: string): ApiError | undefined =>
  confirmation === host ? undefined : exportNotConfirmed({ host })

export function refusalToDelete(state: ExportState): ApiError | undefined {
  if (state === 'deleted') return exportIsDeleted({})
  if (state === 'failed') return exportFailed({})
  return state === 'pending' ? exportIsPending({}) : undefined
}
