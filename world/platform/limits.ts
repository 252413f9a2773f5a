/** What the platform refuses. https://developers.cloudflare.com/durable-objects/platform/limits/ and /d1/platform/limits/ */
const MAX_BOUND_VALUES = 100
const MAX_STATEMENT_BYTES = 100_000
const MAX_VALUE_BYTES = 2_000_000
export const MAX_ATTACHMENT_BYTES = 16 * 1024
export const MAX_SOCKETS = 32_768

export function checkStatement(text: string, values: readonly unknown[]): void {
  if (values.length > MAX_BOUND_VALUES) throw new Error(`too many SQL variables: ${values.length}: SQLITE_ERROR`)
  if (text.length > MAX_STATEMENT_BYTES) throw new Error('statement too long: SQLITE_TOOBIG')
  for (const value of values)
    if (sizeOf(value) > MAX_VALUE_BYTES) throw new Error('string or blob too big: SQLITE_TOOBIG')
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 3 <= MAX_VALUE_BYTES ? 0 : Buffer.byteLength(value)
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0
}
