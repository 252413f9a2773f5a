import { badRequest, type ApiError } from '../../../api/errors'
import { PUBLIC, WITH_PRIVATE_DATA, type ExportState, type ExportType, type ExportTypeName } from './data-export'

const tooManyExports = badRequest(() => 'Exceeded rate limit.')
const needsFullContentAccess = badRequest(
  () => 'Full exports without consent are only available if owners have full content access.',
)
export const exportErrors = [tooManyExports, needsFullContentAccess]

/** Returns the type of a request. Only the operator makes exports without consent. */
export function requestedType(type: ExportTypeName | ExportType): ExportType {
  if (type === 'full_without_consent') throw needsFullContentAccess({})
  if (typeof type === 'number') return type
  return type === 'public' ? PUBLIC : WITH_PRIVATE_DATA
}

export const invalidExport = badRequest(() => 'Invalid data export ID')
const exportIsDeleted = badRequest(() => 'Export already deleted')
const exportFailed = badRequest(() => 'Export failed, nothing to delete')
const exportIsPending = badRequest(() => 'Export still in progress')
export const deletionErrors = [invalidExport, exportIsDeleted, exportFailed, exportIsPending]

/** Of searches over everything. Each is deleted after so many days. */
export const MAX_SEARCH_EXPORTS = 20
export const DAYS_OF_SEARCH_EXPORTS = 30
export const tooManySearchExports = badRequest(
  () => `There are at most ${MAX_SEARCH_EXPORTS} exports of searches. Delete one first.`,
)

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
