/** Decodes the text of a file in chunks: UTF-8, or UTF-16 as older programs of Windows write it, which begins with a mark. */
export class DecodedText {
  #decoder: TextDecoder | undefined

  /** Returns the text of the next chunk. The last characters of a file come without a chunk. */
  next(chunk?: Uint8Array): string {
    this.#decoder ??= new TextDecoder(encodingOf(chunk))
    return chunk === undefined ? this.#decoder.decode() : this.#decoder.decode(chunk, { stream: true })
  }
}

function encodingOf([first, second]: Uint8Array = new Uint8Array()): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
