import { Failure } from './failure.ts'

/** The files of an archive whose names are in memory. */
export const MAX_ENTRIES = 1_000_000
/** More than this for each packed byte is no file of texts or a picture. */
const MAX_RATIO = 1000
/** An archive of texts is not larger than this when it is unpacked, and not larger than this for each packed byte. */
const TOTAL_BYTES = 2 ** 30
const TOTAL_RATIO = 100

/** The bytes of a file or of all files, unpacked and packed. */
type Sizes = { size: number; packed: number }

/** Throws if the archive has more files than fit into memory. */
export function requireCount(archive: string, count: number) {
  if (count > MAX_ENTRIES)
    throw new Failure(`${archive} has more than ${MAX_ENTRIES} files: the archive is no export.`, 'too many')
}

/** Throws if the name of a file leads out of the archive. */
export function requireInside(archive: string, name: string) {
  if (/^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/.test(name))
    throw new Failure(`The name ${JSON.stringify(name)} in ${archive} leads out of the archive.`, 'escapes')
}

/** Throws if a file would be much larger than its packed bytes. */
export function requireFileSize(archive: string, name: string, { size, packed }: Sizes) {
  if (packed > 0 && size / packed > MAX_RATIO)
    throw new Failure(`${name} in ${archive} would be ${size} bytes: the archive is no export.`, 'too large')
}

/** Throws if all files together would be much larger than the archive. */
export function requireTotalSize(archive: string, { size, packed }: Sizes) {
  if (size > TOTAL_BYTES && size / packed > TOTAL_RATIO)
    throw new Failure(`${archive} would be ${size} bytes or more: the archive is no export.`, 'too large')
}
