/** Whether the bytes from `position` on are the ASCII characters of `text`. */
export const hasTextAt = (bytes: Uint8Array, position: number, text: string): boolean =>
  position + text.length <= bytes.length &&
  [...text].every((character, index) => bytes[position + index] === character.charCodeAt(0))

export const dataViewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
