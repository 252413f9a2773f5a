import { badRequest, type ApiError } from '../../../api/errors'
import type { ExportState } from './data-export'

const tooManyExports = badRequest(() => 'Exceeded rate limit.')
const tooMuchToExport = badRequest((f: { email: string }) => `Please request a manual export from ${f.email}.`)
export const exportErrors = [tooManyExports, tooMuchToExport]

export const invalidExport = badRequest(() => 'Invalid data export ID')
const exportIsGone = badRequest(() => 'Export already deleted')
const exportFailed = badRequest(() => 'Export failed, nothing to delete')
const exportIsPending = badRequest(() => 'Export still in progress')
export const deletionErrors = [invalidExport, exportIsGone, exportFailed, exportIsPending]

export const EXPORTS_PER_WEEK = 5
export const MOST_MESSAGES = 250_000
const MOST_BYTES = 10 * 1024 ** 3

/** What is known when somebody asks for an export: how many were asked for lately, and how much there is. */
export type Asked = { exports_in_week: number; messages: number; bytes: number; mail_from: string }

const WHOEVER_RUNS_IT = 'whoever runs this server'

export function refusalToExport({ exports_in_week, messages, bytes, mail_from }: Asked): ApiError | undefined {
  if (exports_in_week >= EXPORTS_PER_WEEK) return tooManyExports({})
  if (messages <= MOST_MESSAGES && bytes <= MOST_BYTES) return undefined
  return tooMuchToExport({ email: mail_from === '' ? WHOEVER_RUNS_IT : mail_from })
}

export function refusalToDelete(state: ExportState): ApiError | undefined {
  if (state === 'deleted') return exportIsGone({})
  if (state === 'failed') return exportFailed({})
  return state === 'pending' ? exportIsPending({}) : undefined
}

/** Said to whoever asked for it. */
export const READY = 'Your data export is ready. Administrators find its address among the exports of the organization.'
export const FAILED = 'Your data export failed. You can ask for another one.'
