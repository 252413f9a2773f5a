/** Returns whether a copy contains the file of R2 with this key: an upload or a picture. */
export const isCopiedFile = (key: string): boolean => /^(?:uploads|pictures)\/[\w-]+$/.test(key)
