/** Returns the value of JSON text. Returns undefined for other text, because no JSON has the value undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
