import { readFileSync } from 'node:fs'
import { Failure } from '../parley/failure.mjs'

/** Reads a file of lines with an id and an address, separated by a comma, a semicolon or a tab. */
export function readEmails(path) {
  const lines = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const [id, email] = line.split(/[,;\t]/).map((part) => part.trim())
      if (!id || !email?.includes('@')) throw new Failure(`Line ${index + 1} of ${path} is not ID,ADDRESS.`)
      return [id, email]
    }),
  )
}
