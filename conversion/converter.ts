import type { Download } from './converted.ts'
import type { CopyWriter } from './copy-writer.ts'
import type { SourceFiles } from './source-files.ts'
import type { Show } from './storage.ts'

export type ConverterOptions = {
  /** Addresses by the ids of users, for exports that have none. */
  emails: Record<string, string>
  download: Download | undefined
  show: Show
}

/** Reads the export of another server, and gives what it finds to the writer. */
export type Converter = (files: SourceFiles, copy: CopyWriter, options: ConverterOptions) => Promise<void>
