import type { Run } from '../../../store/id-set'

/** The types of exports: 1 has the public data, 2 also the private data of the users who consented. */
export const EXPORT_TYPES = [1, 2] as const
export type ExportType = (typeof EXPORT_TYPES)[number]
export const PUBLIC: ExportType = 1
export const WITH_PRIVATE_DATA: ExportType = 2

/** The names of the types in requests and answers, since level 449. The third one has the private data of all users. */
export const EXPORT_TYPE_NAMES = ['public', 'full_with_consent', 'full_without_consent'] as const
export type ExportTypeName = (typeof EXPORT_TYPE_NAMES)[number]
export const typeName = (type: ExportType): ExportTypeName => (type === PUBLIC ? 'public' : 'full_with_consent')

/** The forms of exports: rows of the API, or files that the reference server imports. */
export const EXPORT_FORMS = ['parley', 'reference'] as const
/** What administrators do not request: the result of a search over everything. */
export type ExportForm = (typeof EXPORT_FORMS)[number] | 'discovery'

/** An export of the realm's data, and its progress. */
export type DataExport = {
  id: number
  acting_user_id: number // 0: the operator
  export_type: ExportType
  form: ExportForm
  is_complete: boolean // the operator requested it: it has the private data of all users, and administrators cannot download it
  search_id: number | null // of an export of a search over everything
  export_time: number
  realm_url: string // as in the request: the URL of the export begins with it
  secret: string // part of its URL: each client with the URL can download the export
  last_message_id: number // the newest message at the time of the request
  consenting_users: readonly Run[] // the users who consented at the time of the request
  part: string // the part in progress
  after_id: number // where the next page of this part begins
  pages: number // the number of files of this part
  attempts: number // how often the batch in progress was started
  due_at: number | null // null: finished
  failed_timestamp: number | null
  deleted_timestamp: number | null
}

/** An export is pending, then ready or failed. One that is ready can be deleted. */
export type ExportState = 'pending' | 'ready' | 'failed' | 'deleted'

export function stateOf({ due_at, failed_timestamp, deleted_timestamp }: DataExport): ExportState {
  if (due_at !== null) return 'pending'
  if (failed_timestamp !== null) return 'failed'
  return deleted_timestamp === null ? 'ready' : 'deleted'
}

type WithSecret = Pick<DataExport, 'secret'>

/** Returns the key of a file of the export in R2. */
export const fileKey = ({ secret }: WithSecret, name: string): string => `exports/${secret}/${name}`

/** Returns the key of the list of the R2 files that follow this file in the archive. */
export const includedFilesKey = ({ secret }: WithSecret, name: string): string => `exports/${secret}/included/${name}`
