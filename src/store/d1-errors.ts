// The messages of D1 and of its SQLite. An error that is in neither list has an unknown cause.
const OF_THE_ROWS = /SQLITE_(?:TOOBIG|CONSTRAINT|MISMATCH)|too big|malformed JSON|D1_TYPE_ERROR/i
const OF_THE_STORE = /SQLITE_FULL|maximum (?:DB|database|account storage) size|overloaded/i

/** Returns what an error says about its cause: a row that D1 never accepts, or a D1 that accepts no row now. */
export function causeOf(error: unknown): 'rows' | 'store' | 'unknown' {
  const text = error instanceof Error ? error.message : String(error)
  if (OF_THE_STORE.test(text)) return 'store'
  return OF_THE_ROWS.test(text) ? 'rows' : 'unknown'
}
