import type { Run } from '../../../store/id-set'

/** What of the organization is taken along: what everyone in it may see, or also what is theirs who consent to that. */
export const EXPORT_TYPES = [1, 2] as const
export type ExportType = (typeof EXPORT_TYPES)[number]
export const PUBLIC: ExportType = 1

/** The organization's data, put together for somebody to take along; and how far that has come. */
export type DataExport = {
  id: number
  acting_user_id: number
  export_type: ExportType
  export_time: number
  realm_url: string // as whoever asked reached the realm: the address of what they get begins so
  secret: string // letters that nobody guesses: whoever has the address has the data
  up_to: number // the newest message when it was asked for
  consented: readonly Run[] // everyone who consented by then
  part: string // what is being made
  after_id: number // and how far that has come
  pages: number // how many files of this part there are
  attempts: number // how often the next bite was begun
  due_at: number | null // null: nothing is left to do
  failed_timestamp: number | null
  deleted_timestamp: number | null
}

/** It is pending, and then it is there or has failed; one that is there may go. Nothing leads back. */
export type ExportState = 'pending' | 'there' | 'failed' | 'deleted'

export function stateOf({ due_at, failed_timestamp, deleted_timestamp }: DataExport): ExportState {
  if (due_at !== null) return 'pending'
  if (failed_timestamp !== null) return 'failed'
  return deleted_timestamp === null ? 'there' : 'deleted'
}

/** The folder of its files in R2. */
const folderOf = ({ secret }: Pick<DataExport, 'secret'>): string => `exports/${secret}`

/** One of its files, and beside it the list of what comes along with that (`part.ts`). */
export const fileKey = (made: Pick<DataExport, 'secret'>, name: string): string => `${folderOf(made)}/${name}`
export const listKey = (made: Pick<DataExport, 'secret'>, name: string): string => `${folderOf(made)}/along/${name}`
