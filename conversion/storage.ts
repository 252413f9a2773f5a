export type Bytes = Uint8Array<ArrayBuffer>
/** The bytes of a file, in chunks of any size. */
export type Chunks = AsyncIterable<Bytes> | Iterable<Bytes>

/** Bytes that are only read, in chunks of any size. */
export type BytesToRead = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** An archive that is read at any place, and never as a whole. */
export type Archive = {
  name: string
  size: number
  read: (at: number, length: number) => Promise<Bytes>
  stream: (from: number, to: number) => Chunks
}

/** A file of an export. */
export type SourceFile = { size: number; open: () => Chunks }

/** An export: an archive, or files by their names. Names have slashes. */
export type Source = { archive: Archive; files?: undefined } | { archive?: undefined; files: Map<string, SourceFile> }

/** Where the copy is while it is made and sent: a folder of this machine, or the private files of a browser. */
export type Storage = {
  readonly name: string
  /** Appends bytes to a file. They may be written later. */
  append: (name: string, bytes: Uint8Array) => void
  /** Waits while too many bytes are not written yet, or while the import pauses. */
  settled: () => Promise<void>
  /** Waits until all bytes are written. */
  flush: () => Promise<void>
  /** Writes a file, and returns what `describe` returns. */
  write: (name: string, chunks: Chunks) => Promise<Described>
  writeAt: (name: string, bytes: Bytes, at: number) => Promise<void>
  writeWhole: (name: string, text: string) => Promise<void>
  readText: (name: string) => Promise<string | undefined>
  read: (name: string) => Chunks
  /** The bytes of a file, or undefined if there is none. */
  size: (name: string) => number | undefined
  archive: (name: string) => Archive
  /** Returns the bytes of a file, and its checksum if the copy can be moved. */
  describe: (name: string) => Promise<Described | undefined>
  truncate: (name: string, bytes: number) => Promise<void>
  /** Deletes everything. */
  clear: () => Promise<void>
  /** Deletes a file, or a folder. */
  remove: (name: string) => Promise<void>
  inflate: (chunks: Chunks) => Chunks
  gunzip: (chunks: Chunks) => Chunks
}

export type Described = { bytes: number; sha256?: string }

/** How far the work is. */
export type Progress = { step: string; list?: string; done?: number; total?: number; rate?: number }
export type Show = (text: string, progress?: Progress) => void
