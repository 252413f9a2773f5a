import { badRequest, type ApiError } from '../../../api/errors'
import type { ExportState } from './data-export'

const tooManyExports = badRequest(() => 'Exceeded rate limit.')
const tooMuchToExport = badRequest((f: { email: string }) => `Please request a manual export from ${f.email}.`)
export const exportErrors = [tooManyExports, tooMuchToExport]

export const invalidExport = badRequest(() => 'Invalid data export ID')
const exportIsDeleted = badRequest(() => 'Export already deleted')
const exportFailed = badRequest(() => 'Export failed, nothing to delete')
const exportIsPending = badRequest(() => 'Export still in progress')
export const deletionErrors = [invalidExport, exportIsDeleted, exportFailed, exportIsPending]

export const EXPORTS_PER_WEEK = 5
export const EXPORTED_MESSAGES_MAX = 250_000
const EXPORTED_BYTES_MAX = 10 * 1024 ** 3

/** The facts on which a new export depends. `mail_from` is the address of the operator, or empty. */
export type ExportFacts = { exports_in_week: number; messages: number; bytes: number; mail_from: string }

const OPERATOR = 'the operator of this server'

export function refusalToExport({ exports_in_week, messages, bytes, mail_from }: ExportFacts): ApiError | undefined {
  if (exports_in_week >= EXPORTS_PER_WEEK) return tooManyExports({})
  if (messages <= EXPORTED_MESSAGES_MAX && bytes <= EXPORTED_BYTES_MAX) return undefined
  return tooMuchToExport({ email: mail_from === '' ? OPERATOR : mail_from })
}

export function refusalToDelete(state: ExportState): ApiError | undefined {
  if (state === 'deleted') return exportIsDeleted({})
  if (state === 'failed') return exportFailed({})
  return state === 'pending' ? exportIsPending({}) : undefined
}
