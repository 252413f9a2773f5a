import type { Conversion, Show, Storage } from './convert.mjs'

export type Answer = { written: number; refused: { index: number; reason: string }[]; waiting: number }

/** The requests of an import. Those that the server refuses throw an error with its `code`; `FILE_REFUSED` leaves out one file. */
export type ImportServer = {
  begin: (copy: { copy_id: string; last_event_id: number }) => Promise<unknown>
  postRows: (path: string, sent: { copy_id: string; rows: string[] }) => Promise<Answer>
  putFile: (file: { copy_id: string; key: string; name: string; storage: Storage }) => Promise<unknown>
  finish: (copy: { copy_id: string; sequences: string }) => Promise<unknown>
}

export type ImportReport = Conversion & {
  source: string
  lists: Record<string, { read: number; written: number; refused: number }>
  refused: { file: string; line: number; reason: string }[]
}

export function importCopy(options: {
  server: ImportServer
  storage: Storage
  place: string
  report: Show
  proceed?: () => Promise<void>
  allowEmpty?: boolean
}): Promise<ImportReport>
