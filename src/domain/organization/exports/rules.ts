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

export function refusalToDelete(state: ExportState): ApiError | undefined {
  if (state === 'deleted') return exportIsDeleted({})
  if (state === 'failed') return exportFailed({})
  return state === 'pending' ? exportIsPending({}) : undefined
}
