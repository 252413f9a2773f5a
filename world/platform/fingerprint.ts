import { createHash } from 'node:crypto'

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_words\\_%' ESCAPE '\\' ORDER BY name`

/** One number for all rows of some databases. */
export class Fingerprint {
  readonly #hash = createHash('sha256')

  add(owner: string, rowsOf: (text: string) => unknown[][]): void {
    for (const [name] of rowsOf(TABLES)) {
      this.#hash.update(`\n${owner} ${String(name)}\n`)
      this.#hash.update(JSON.stringify(rowsOf(`SELECT * FROM "${String(name)}"`)))
    }
  }

  digest = (): string => this.#hash.digest('hex')
}
