import type { Progress } from '../../conversion/storage.ts'
import type { ImportReport } from '../../conversion/import-copy.ts'

/** What the page asks of the worker. */
export type Request =
  | { kind: 'look' }
  | { kind: 'begin'; files: { name: string; file: File }[]; addresses?: File }
  | { kind: 'continue'; allowEmpty?: boolean }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'finish' }
  | { kind: 'forget' }

/** What the worker tells the page. `isBegun`: the organization is closed, until the import is finished. */
export type News =
  | { kind: 'nothing' }
  | { kind: 'interrupted' }
  | { kind: 'working'; progress: Progress; isBegun: boolean }
  | { kind: 'done'; report: ImportReport | undefined }
  | { kind: 'failed'; cause: string; message: string; isBegun: boolean }
