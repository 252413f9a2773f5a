import type { SkipReason } from './report.ts'
import type { SourceFile } from './storage.ts'
import type { ArchiveName } from './zip-names.ts'

/** What the report of a conversion says about the name of a file. */
export type NameProblem = { reason: SkipReason; name: string }

/** The files of an archive by name, and the names that the person must know of. */
export class PackedFiles {
  readonly files = new Map<string, SourceFile>()
  readonly problems: NameProblem[] = []

  /** Adds a file. Of several files with one name, the last one counts, as for programs that unpack. */
  add({ name, isGuessed }: ArchiveName, file: SourceFile): void {
    if (isGuessed)
      this.problems.push({ reason: 'the name of a file is not UTF-8, so some characters are a guess', name })
    if (this.files.has(name))
      this.problems.push({ reason: 'a file is there several times, and only the last one counts', name })
    this.files.set(name, file)
  }
}
