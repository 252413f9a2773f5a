/** The whole file is in memory while it is decoded. */
export const MAX_SHRUNK_FILE_BYTES = 20 * 1024 * 1024
