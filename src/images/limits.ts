/** The whole file is in memory while it is decoded. */
export const SHRUNK_FILE_BYTES_MAX = 20 * 1024 * 1024
